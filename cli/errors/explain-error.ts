import { KubedrillError } from "#clients/typescript/index.ts";
import { DrillError } from "#core/drill-error.ts";
import { JournalLockedError } from "#core/journal-locked-error.ts";
import { SettingsError } from "#env/open/settings-error.ts";
import { CliError } from "./cli-error.ts";
import { explainSystemError } from "./explain-system-error.ts";

/** Converts a failure into a CliError with advice; undefined if the user can do nothing about it. */
export const explainError = (error: unknown): CliError | undefined => {
  if (error instanceof CliError) return error;
  if (error instanceof SettingsError) return new CliError(error.message);
  if (error instanceof KubedrillError) return explainReply(error);
  if (error instanceof JournalLockedError) return new CliError(error.message, "unavailable");
  if (error instanceof DrillError && error.code === "BACKEND_DOWN") return new CliError(error.message, "unavailable");
  if (error instanceof DrillError && error.row.blame === "client") return new CliError(error.message);
  return explainSystemError(error);
};

const explainReply = (error: KubedrillError): CliError | undefined => {
  if (error.reason === "BUG") return undefined;
  if (error.code === "UNAVAILABLE" && error.reason === "") return new CliError(explainSilence(error.message), "unavailable");
  return new CliError(`the server answered ${error.message}`, error.retryable ? "unavailable" : "usage");
};

/** A server that was never reached is told with what to do already; one that went away is not. */
const explainSilence = (message: string): string => {
  const said = message.replace("UNAVAILABLE: ", "");
  return said.startsWith("no server was reached") ? said : `the server answers no more (${said}); see why it has ended, and start it again`;
};
