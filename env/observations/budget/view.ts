import { defineView } from "../view.ts";

const schema = {
  type: "object",
  properties: {
    step_index: { type: "integer" },
    steps_left: { type: "integer" },
    virtual_seconds: { type: "number" },
    virtual_seconds_left: { type: "number" },
  },
  required: ["step_index", "steps_left", "virtual_seconds", "virtual_seconds_left"],
};

export default defineView({
  spec: {
    name: "budget",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: '{"step_index":0,"steps_left":0,"virtual_seconds":0,"virtual_seconds_left":0}',
  },
  render: async ({ stepIndex, stepsLeft, virtualMs, virtualMsLeft }) =>
    JSON.stringify({
      step_index: stepIndex,
      steps_left: stepsLeft,
      virtual_seconds: virtualMs / 1000,
      virtual_seconds_left: virtualMsLeft / 1000,
    }),
});
