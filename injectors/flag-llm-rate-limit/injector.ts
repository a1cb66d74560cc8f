import { defineFlagFault } from "../flag-fault.ts";
import { saysInLogs } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-llm-rate-limit",
  version: 1,
  title: "A feature flag lets the language model refuse requests",
  words,
  flag: "llmRateLimitError",
  variants: ["on"],
  symptoms: (namespace) => [saysInLogs("requests-are-refused", namespace, "Rate limit reached")],
});
