import { statusText } from "../status-text.ts";
import { defineView } from "../view.ts";

export default defineView({
  spec: { name: "status", mediaType: "text/plain", deterministic: true, agentVisible: true },
  render: statusText,
});
