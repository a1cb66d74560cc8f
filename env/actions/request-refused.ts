import { ApiError } from "#kube/ports/api-error.ts";
import type { ActionOutput } from "./action.ts";

/** Result of a tool whose request the API server refused, in its own words. @throws what is no refusal */
export const requestRefused = (error: unknown, costMs: number): ActionOutput => {
  if (!(error instanceof ApiError)) throw error;
  return { status: "TOOL_ERROR", content: `${error.message}\n`, errorCode: "REQUEST_REFUSED", hadEffect: false, costMs };
};
