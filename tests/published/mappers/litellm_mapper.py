"""litellm: reasoning_effort on its chat call, reasoning on its responses call; drop_params is set, as most servers do."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
import litellm
from stub import URL, body_of

litellm.suppress_debug_info = True
PROVIDERS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "ollama": "ollama_chat",
    "openrouter": "openrouter",
    "deepseek": "deepseek",
    "groq": "groq",
    "xai": "xai",
    "mistral": "mistral",
}
COMMON = {"api_base": URL, "api_key": "none", "drop_params": True, "num_retries": 0}


def mapper(wire, *, model, effort):
    if not model or wire not in (*PROVIDERS, "responses"):
        raise NotImplementedError("litellm needs a model and one of its providers")
    if wire == "responses":
        asked = {"reasoning": {"effort": effort}} if effort else {}
        return body_of(lambda: litellm.responses(model=f"openai/{model}", input="hi", **asked, **COMMON))
    asked = {"reasoning_effort": effort} if effort else {}
    messages = [{"role": "user", "content": "hi"}]
    return body_of(lambda: litellm.completion(f"{PROVIDERS[wire]}/{model}", messages, **asked, **COMMON))
