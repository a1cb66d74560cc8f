import type { ActionResult } from "../../host/episode-protocol.ts";
import { answerBytes } from "../observation-sizes.ts";
import { statusText } from "../status-text.ts";
import { truncateText } from "../truncate.ts";
import { defineView, type ViewContext } from "../view.ts";

export default defineView({
  spec: { name: "text", mediaType: "text/plain", deterministic: true, agentVisible: true },
  render: async (context) => {
    const parts = context.stepIndex === 0 ? [context.instruction] : resultTexts(context);
    return [...parts, await statusText(context)].join("\n\n");
  },
});

const resultTexts = ({ results, maxBytes }: ViewContext): readonly string[] => {
  if (results.length === 0) return ["Nothing was done in this step."];
  const share = answerBytes(maxBytes, results.length);
  return results.map((result) => (results.length === 1 ? resultText(result, share) : `[${result.callId}] ${resultText(result, share)}`));
};

const resultText = ({ status, content, errorCode }: ActionResult, maxBytes: number): string => {
  const body = truncateText(content.trimEnd(), maxBytes).text;
  if (status === "OK") return body === "" ? "(no output)" : body;
  return `${status}${errorCode === undefined ? "" : ` (${errorCode})`}: ${body}`;
};
