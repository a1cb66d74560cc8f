import { KubedrillError } from "#clients/typescript/index.ts";
import { DrillError } from "#core/drill-error.ts";
import { SettingsError } from "#env/open/settings-error.ts";
import { CliError } from "./cli-error.ts";
import { explainSystemError } from "./explain-system-error.ts";

/** Converts a failure into a CliError with advice; undefined if the user can do nothing about it. */
export const explainError = (error: unknown): CliError | undefined => {
  if (error instanceof CliError) return error;
  if (error instanceof SettingsError) return new CliError(error.message);
  if (error instanceof KubedrillError) return explainReply(error);
  if (error instanceof DrillError && error.row.blame === "client") return new CliError(error.message);
  return explainSystemError(error);
};

const explainReply = (error: KubedrillError): CliError | undefined => {
  if (error.reason === "BUG") return undefined;
  if (error.code === "UNAVAILABLE" && error.reason === "") {
    return new CliError(`no server answers (${error.message}); start one with \`kubedrill serve\`, or correct --server`, "unavailable");
  }
  return new CliError(`the server answered ${error.message}`, error.retryable ? "unavailable" : "usage");
};
