import type { SessionOutput } from "#pool/cluster-api.ts";

/**
 * Renders the end of a command as a Status for the error channel.
 * @param isTranslated true: the API server passes on the kubelet's Status, which repeats its message prefix
 */
export const renderExit = (output: Extract<SessionOutput, { kind: "exit" | "failed" }>, isTranslated: boolean): string => {
  if (output.kind === "failed") return JSON.stringify(internalError(output.message, isTranslated));
  if (output.code === 0) return JSON.stringify({ metadata: {}, status: "Success" });
  return JSON.stringify({
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: command terminated with exit code ${output.code}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: `${output.code}` }] },
  });
};

const internalError = (text: string, isTranslated: boolean) => {
  const isRuntimes = text.includes("error executing command in container");
  const message = !isTranslated && isRuntimes ? text.replace(/^Internal error occurred: /, "") : text;
  return {
    metadata: {},
    status: "Failure",
    message,
    reason: "InternalError",
    details: { causes: [{ message: message.replace(/^Internal error occurred: /, "") }] },
    code: 500,
  };
};
