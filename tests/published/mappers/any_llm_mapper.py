"""any-llm: reasoning_effort on its one completion call."""

from any_llm import completion
from stub import URL, body_of

PROVIDERS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "ollama": "ollama",
    "openrouter": "openrouter",
    "deepseek": "deepseek",
}
MESSAGES = [{"role": "user", "content": "hi"}]


def mapper(wire, *, model, effort):
    if not model or wire not in PROVIDERS:
        raise NotImplementedError("any-llm needs a model and one of these providers")
    asked = {"reasoning_effort": effort} if effort else {}
    common = {"provider": PROVIDERS[wire], "messages": MESSAGES, "api_key": "none", "api_base": URL}
    return body_of(lambda: completion(model=model, **common, **asked))
