import type { Node } from "#kube/types/cluster.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { dryRunOf, dryRunQuery, dryRunSuffix } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import { NODES, nodesOf } from "../session/nodes-of.ts";
import type { Session } from "../session/session.ts";

/** `kubectl cordon` and `kubectl uncordon`. */
export const cordonCommands: readonly Command[] = [true, false].map((isCordon) => {
  const path = isCordon ? "cordon" : "uncordon";
  return defineCommand({
    path,
    usage: "NODE",
    flags: flagTable("selector,l string", "dry-run string=unchanged"),
    run: async (session) => {
      for (const node of await nodesToHandle(session, path)) await setSchedulable(session, node, !isCordon);
    },
  });
});

/**
 * Reads the nodes of cordon, uncordon or drain: the named ones, or those of `-l`.
 *
 * @throws CommandFailure when neither or both are given
 */
export const nodesToHandle = async (session: Session, command: string): Promise<readonly Node[]> => {
  const { args } = session;
  const usage = (message: string): CommandFailure => new CommandFailure(`${message}\nSee 'kubectl ${command} -h' for help and examples`);
  if (args.words.length === 0 && !args.has("selector")) throw usage(`USAGE: ${command} NODE [flags]`);
  if (args.words.length > 0 && args.text("selector")) throw usage("error: cannot specify both a node name and a --selector option");
  return nodesOf(session, args.words);
};

/** Sets whether a node is schedulable, and prints it. */
export const setSchedulable = async (session: Session, node: Node, isSchedulable: boolean): Promise<void> => {
  const dryRun = dryRunOf(session);
  const name = node.metadata.name;
  const word = isSchedulable ? "uncordoned" : "cordoned";
  if ((node.spec.unschedulable ?? false) === !isSchedulable) return session.line(`node/${name} already ${word}${dryRunSuffix(dryRun)}`);
  const body = { spec: { unschedulable: isSchedulable ? null : true } };
  if (dryRun !== "client")
    await session.patch(NODES, { name }, { type: "strategic", body, query: dryRunQuery(dryRun), fieldManager: "kubectl-cordon" });
  session.line(`node/${name} ${word}${dryRunSuffix(dryRun)}`);
};
