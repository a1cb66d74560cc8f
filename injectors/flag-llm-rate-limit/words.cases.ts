import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-llm-rate-limit", flag: "llmRateLimitError", variant: "on", about: "llm rate limit" });
