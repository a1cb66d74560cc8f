import { parseLabelSelector } from "#kube/objects/parse-label-selector.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { podsToDrain } from "../drain/pods-to-drain.ts";
import { deletePods, evictPods } from "../drain/remove-pods.ts";
import { dryRunOf, dryRunSuffix } from "../session/dry-run.ts";
import { CommandFailure, FailureList, StatusFailure, throwAll } from "../session/errors.ts";
import type { Session } from "../session/session.ts";
import { nodesToHandle, setSchedulable } from "./cordon.ts";

/** `kubectl drain`. */
export const drainCommand: Command = defineCommand({
  path: "drain",
  usage: "NODE",
  flags: flagTable(
    "force bool",
    "ignore-daemonsets bool",
    "delete-emptydir-data bool",
    "grace-period int",
    "timeout duration",
    "selector,l string",
    "pod-selector string",
    "disable-eviction bool",
    "dry-run string=unchanged",
    "skip-wait-for-delete-timeout int",
    "chunk-size int",
  ),
  run: async (session) => {
    const selector = session.args.text("pod-selector");
    const nodes = await nodesToHandle(session, "drain");
    if (selector && !parseLabelSelector(selector).ok)
      throw new CommandFailure("--pod-selector=<pod_selector> must be a valid label selector");
    for (const node of nodes) await setSchedulable(session, node, false);
    const failures: Error[] = [];
    const pending: string[] = [];
    for (const { metadata } of nodes) {
      const failure = await drainNode(session, metadata.name).catch((thrown: unknown) => {
        if (thrown instanceof StatusFailure) return thrown;
        throw thrown;
      });
      if (failure === undefined) {
        session.line(`node/${metadata.name} drained${dryRunSuffix(dryRunOf(session))}`);
        continue;
      }
      session.note(`error: unable to drain node ${JSON.stringify(metadata.name)} due to error: ${joined(failure)}, continuing command...`);
      failures.push(failure);
      pending.push(metadata.name);
    }
    if (pending.length > 0) session.note(["There are pending nodes to be drained:", ...pending].join("\n "));
    throwAll(failures);
  },
});

/** Removes the pods from a node. @returns the failure; undefined: success */
const drainNode = async (session: Session, node: string): Promise<Error | undefined> => {
  const { pods, warnings, refusals } = await podsToDrain(session, node);
  if (refusals.length > 0) return listed(refusals);
  if (warnings !== "") session.warn(warnings);
  if (dryRunOf(session) === "client") {
    for (const { metadata } of pods) session.line(`evicting pod ${metadata.namespace}/${metadata.name} (dry run)`);
    return undefined;
  }
  const isForced = session.args.on("disable-eviction");
  const failures = await (isForced ? deletePods : evictPods)(session, pods);
  if (failures.length === 0) return undefined;
  const failure = isForced ? new CommandFailure(failures.join("\n")) : listed(failures);
  const left = await podsToDrain(session, node);
  if (left.pods.length > 0) {
    session.note(`There are pending pods in node ${JSON.stringify(node)} when an error occurred: ${joined(failure)}`);
    for (const { metadata } of left.pods) session.note(`pod/${metadata.name}`);
  }
  return failure;
};

/** Failures of pods as a list without `error: `, even a single one. */
const listed = (texts: readonly string[]): FailureList =>
  new FailureList(texts.map((text) => new CommandFailure(text, { complete: true })));

const joined = (failure: Error): string => {
  if (!(failure instanceof FailureList)) return failure.message;
  const texts = [...new Set(failure.failures.map(({ message }) => message))];
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(", ")}]`;
};
