import { parseGoDuration } from "#core/go-duration.ts";
import type { Command } from "./command-line/command.ts";
import { findCommand } from "./command-line/find-command.ts";
import { ParsedArgs, parseArgs } from "./command-line/flags.ts";
import { GLOBAL_FLAGS, IDENTITY_FLAGS } from "./command-line/global-flags.ts";
import { WaitLimitReached } from "./session/capped-clock.ts";
import { commandLineOf } from "./session/change-cause.ts";
import { checkConfigured } from "./session/check-configured.ts";
import { CommandFailure, exitText } from "./session/errors.ts";
import { type Loss, rememberLoss } from "./session/remember-loss.ts";
import { type OpenedCluster, Session, type SessionOptions } from "./session/session.ts";

/** Cluster of a command line: a given one, or the one that its flags name. */
export type KubectlOptions =
  | SessionOptions
  | (Omit<SessionOptions, keyof OpenedCluster> & { readonly open: (args: ParsedArgs) => Promise<OpenedCluster> });

/** Output and exit status of the program. */
export interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly hadEffect: boolean;
  /** True if the command was still waiting at the end of its time. */
  readonly waitedTooLong: boolean;
}

/**
 * Runs one kubectl command line.
 *
 * @param words without `kubectl` itself
 * @returns its output; only lost infrastructure throws
 */
export const runKubectl = async (options: KubectlOptions, words: readonly string[]): Promise<KubectlResult> => {
  let session = new Session({ ...NOWHERE, ...options }, new ParsedArgs([], undefined, new Map()));
  const loss: Loss = { cause: undefined };
  try {
    const found = findCommand(words);
    if ("help" in found) {
      session.print(found.help.replace("{home}", session.machine?.variable("HOME") ?? "/root"));
      return resultOf(session, 0);
    }
    const { command, rest } = found;
    const args = parseArgs(rest, [command.flags, GLOBAL_FLAGS], command.path);
    if (!("open" in options)) refuseIdentity(args, command);
    if (args.has("record")) session.note("Flag --record has been deprecated, --record will be removed in the future");
    checkGiven(args, command);
    const opened = "open" in options ? { ...options, ...(await options.open(args.without(command.flags))) } : options;
    session = session.next({ ...opened, cluster: rememberLoss(opened.cluster, loss) }, args, commandLineOf(command, args));
    if (session.kubeconfig !== undefined && !command.path.startsWith("config "))
      checkConfigured(session.kubeconfig, args.without(command.flags));
    await command.run(session);
    if (loss.cause !== undefined && !isExpected(loss.cause)) throw loss.cause;
    refuseWarnings(session);
    return resultOf(session, 0);
  } catch (thrown) {
    const failure = loss.cause !== undefined && !isExpected(loss.cause) ? loss.cause : thrown;
    if (failure instanceof WaitLimitReached) return { ...resultOf(session, 1), waitedTooLong: true };
    if (!isExpected(failure)) throw failure;
    if (failure instanceof CommandFailure) session.print(failure.stdout);
    session.complain(exitText(failure));
    return resultOf(session, failure instanceof CommandFailure ? failure.exitCode : 1);
  }
};

/** Fails a success with warnings, for --warnings-as-errors. */
const refuseWarnings = ({ args, warnings }: Session): void => {
  if (args.on("warnings-as-errors") && warnings > 0) throw new CommandFailure(`${warnings} warning${warnings === 1 ? "" : "s"} received`);
};

/** Session before the command is known, without a cluster. */
const NOWHERE = { cluster: undefined as unknown as SessionOptions["cluster"], namespace: "" };

const resultOf = ({ stdout, stderr, hadEffect }: Session, exitCode: number): KubectlResult => ({
  stdout,
  stderr,
  exitCode,
  hadEffect,
  waitedTooLong: false,
});

const isExpected = (failure: unknown): failure is Error =>
  failure instanceof Error && ["CommandFailure", "StatusFailure", "FailureList", "JsonPathError", "KubeconfigError"].includes(failure.name);

const checkGiven = (args: ParsedArgs, { flags, required = [] }: Command): void => {
  const missing = required.filter((flag) => !args.has(flag)).sort();
  if (missing.length > 0) throw new CommandFailure(`required flag(s) ${missing.map((flag) => JSON.stringify(flag)).join(", ")} not set`);
  const timeout = flags.has("request-timeout") ? undefined : args.text("request-timeout");
  if (timeout && !/^\d+$/.test(timeout) && parseGoDuration(timeout) === undefined)
    throw new CommandFailure(
      "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)",
    );
};

const refuseIdentity = (args: ParsedArgs, { flags }: Command): void => {
  const used = IDENTITY_FLAGS.find((flag) => args.has(flag) && !flags.has(flag));
  if (used !== undefined) throw new CommandFailure(`--${used} is not available here: the cluster, the context and the user are fixed`);
};
