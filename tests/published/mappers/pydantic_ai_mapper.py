"""pydantic-ai: one knob, thinking, that takes false, true or a level."""

from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from stub import URL, body_of

MODELS = {
    "openai": (OpenAIChatModel, OpenAIProvider(base_url=URL, api_key="none")),
    "responses": (OpenAIResponsesModel, OpenAIProvider(base_url=URL, api_key="none")),
    "anthropic": (AnthropicModel, AnthropicProvider(base_url=URL, api_key="none")),
    "gemini": (GoogleModel, GoogleProvider(base_url=URL, api_key="none")),
}


def mapper(wire, *, model, effort, thinking_enabled):
    if not model or wire not in MODELS:
        raise NotImplementedError("pydantic-ai needs a model and one of these providers")
    kind, provider = MODELS[wire]
    asked = thinking_enabled if effort is None else False if effort == "none" else effort
    settings = {} if asked is None else {"thinking": asked}
    return body_of(lambda: Agent(kind(model, provider=provider)).run_sync("hi", model_settings=settings))
