import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { requireKind } from "../kinds.ts";
import { containerToExecIn, PODS, podsOf } from "../pods-of.ts";
import type { Manifest, Session } from "../session.ts";

/** `kubectl exec`. */
export const execCommand: Command = defineCommand({
  path: "exec",
  usage: "(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]",
  flags: flagTable("container,c string", "stdin,i bool", "tty,t bool", "quiet,q bool", "filename,f list", "pod-running-timeout duration"),
  run: async (session) => {
    const { args } = session;
    const before = args.wordsBeforeDash;
    if (before === undefined && args.words.length > 1) {
      throw new CommandFailure(
        "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples",
      );
    }
    const named = args.words.slice(0, before ?? args.words.length);
    const command = before === undefined ? [] : args.words.slice(before);
    if (named.length === 0) throw new CommandFailure("pod, type/name or --filename must be specified");
    if (command.length === 0) throw new CommandFailure("you must specify at least one command for the container");
    if (args.on("tty")) session.note("Unable to use a TTY - input is not a terminal or the right kind of file");
    const pod = await podOf(session, named[0] as string);
    await runIn(session, pod, command);
  },
});

const podOf = async (session: Session, word: string): Promise<Pod> => {
  const slash = word.indexOf("/");
  const row = slash === -1 ? PODS : await requireKind(session, word.slice(0, slash));
  const object = await session.get<Manifest>(row, slash === -1 ? word : word.slice(slash + 1));
  if (row === PODS) return object as unknown as Pod;
  const pods = await podsOf(
    session,
    { ...object, apiVersion: object.apiVersion ?? row.version, kind: object.kind ?? row.kind },
    "cannot attach to",
  );
  const pod = pods[0];
  if (pod === undefined) throw new CommandFailure(`timed out waiting for the condition`);
  return pod;
};

const runIn = async (session: Session, pod: Pod, command: readonly string[]): Promise<void> => {
  const { args } = session;
  const container = containerToExecIn(session, pod, args.on("quiet"));
  const request = { namespace: pod.metadata.namespace ?? session.namespace, pod: pod.metadata.name, container, command };
  const result = await session.cluster.exec(
    args.on("stdin") && session.stdin !== undefined ? { ...request, stdin: session.stdin } : request,
  );
  session.print(result.stdout);
  session.complain(result.stderr);
  if (result.exitCode === undefined) throw execFailure(result.error ?? "unable to upgrade connection");
  session.hadEffect = true;
  if (result.exitCode !== 0)
    throw new CommandFailure(`command terminated with exit code ${result.exitCode}`, { complete: true, exitCode: result.exitCode });
};

/** Texts that already carry the server's prefix are printed as they are. */
const execFailure = (text: string): CommandFailure => new CommandFailure(text, { complete: /^(error: |Error from server)/.test(text) });
