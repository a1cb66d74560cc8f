"""A model of Inspect AI that says what it was given."""

from inspect_ai.model import Model, ModelAPI, ModelOutput, get_model, modelapi

MODEL = "scripted/model"


@modelapi("scripted")
class Scripted(ModelAPI):
    """A model that says what it was given; unlike Inspect's own mock it counts tokens without a download."""

    def __init__(self, model_name, base_url=None, api_key=None, config=None, outputs=()):
        super().__init__(model_name, base_url, api_key)
        self._outputs = list(outputs)

    async def generate(self, input, tools, tool_choice, config):
        return self._outputs.pop(0)

    async def count_text_tokens(self, text):
        return len(text) // 4


def submitting_model() -> Model:
    """Return a model that submits in its first turn, for a few samples."""
    return get_model(MODEL, memoize=False, outputs=[ModelOutput.for_tool_call(MODEL, "submit_mitigation", {})] * 8)
