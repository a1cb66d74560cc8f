import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import type { Found } from "../command-line/targets.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import { namedObject, podToAttach } from "../session/pod-to-attach.ts";
import { containerToExecIn } from "../session/pods-of.ts";
import type { Session } from "../session/session.ts";

/** `kubectl exec`. */
export const execCommand: Command = defineCommand({
  path: "exec",
  usage: "(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]",
  flags: flagTable("container,c string", "stdin,i bool", "tty,t bool", "quiet,q bool", "filename,f list", "pod-running-timeout duration"),
  run: async (session) => {
    const { args } = session;
    const before = args.wordsBeforeDash;
    const hasFile = args.has("filename");
    if (before === undefined && (args.words.length > 1 || (args.words.length > 0 && hasFile))) {
      throw new CommandFailure(
        "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples",
      );
    }
    if (args.has("pod-running-timeout") && (args.duration("pod-running-timeout") ?? 0) <= 0)
      throw new CommandFailure("--pod-running-timeout must be higher than zero\nSee 'kubectl exec -h' for help and examples");
    const named = args.words.slice(0, before ?? args.words.length);
    const command = before === undefined ? [] : args.words.slice(before);
    if (named.length === 0 && !hasFile) throw new CommandFailure("pod, type/name or --filename must be specified");
    if (command.length === 0) throw new CommandFailure("you must specify at least one command for the container");
    const found = named[0] === undefined ? await ofFile(session) : await namedObject(session, named[0]);
    const pod = await podToAttach(session, found);
    await runIn(session, pod, command);
  },
});

const ofFile = async (session: Session): Promise<Found> => {
  const [found, ...more] = await objectsOfArguments(session, { words: [] });
  if (found === undefined || more.length > 0) throw new CommandFailure("cannot exec into multiple objects at a time");
  return found;
};

const runIn = async (session: Session, pod: Pod, command: readonly string[]): Promise<void> => {
  const { args } = session;
  const container = containerToExecIn(session, pod, args.on("quiet"));
  if (args.on("tty") && args.on("stdin") && !args.on("quiet"))
    session.note("Unable to use a TTY - input is not a terminal or the right kind of file");
  const request = { namespace: pod.metadata.namespace ?? session.namespace, pod: pod.metadata.name, container, command };
  const result = await session.cluster.exec(
    args.on("stdin") && session.stdin !== undefined ? { ...request, stdin: session.stdin } : request,
  );
  session.print(result.stdout);
  session.complain(result.stderr);
  if (result.status !== undefined) throw new StatusFailure(result.status);
  if (result.exitCode === undefined) throw execFailure(result.error ?? "unable to upgrade connection");
  session.hadEffect = true;
  if (result.exitCode !== 0)
    throw new CommandFailure(`command terminated with exit code ${result.exitCode}`, { complete: true, exitCode: result.exitCode });
};

/** Error of an exec; texts that already have the server's prefix are printed unchanged. */
const execFailure = (text: string): CommandFailure => new CommandFailure(text, { complete: /^(error: |Error from server)/.test(text) });
