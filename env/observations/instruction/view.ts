import { defineView } from "../view.ts";

export default defineView({
  spec: { name: "instruction", mediaType: "text/plain", deterministic: true, agentVisible: true },
  render: async ({ instruction }) => instruction,
});
