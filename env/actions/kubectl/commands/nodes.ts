import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command.ts";
import { dryRunOf, dryRunQuery, dryRunSuffix } from "../dry-run.ts";
import { CommandFailure, statusFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { NODES, nodesOf } from "../nodes-of.ts";
import { PODS } from "../pods-of.ts";
import { resourcePath, type Session } from "../session.ts";

/** `kubectl cordon` and `kubectl uncordon`. */
export const cordonCommands: readonly Command[] = [true, false].map((isCordon) => {
  const path = isCordon ? "cordon" : "uncordon";
  return defineCommand({
    path,
    usage: "NODE",
    flags: flagTable("selector,l string", "dry-run string=unchanged"),
    run: async (session) => {
      if (session.args.words.length === 0 && !session.args.has("selector"))
        throw new CommandFailure(`USAGE: ${path} NODE [flags]\nSee 'kubectl ${path} -h' for help and examples`);
      for (const node of await nodesOf(session, session.args.words)) await setSchedulable(session, node, !isCordon);
    },
  });
});

const setSchedulable = async (session: Session, node: Node, isSchedulable: boolean): Promise<void> => {
  const dryRun = dryRunOf(session);
  const name = node.metadata.name;
  const word = isSchedulable ? "uncordoned" : "cordoned";
  if ((node.spec.unschedulable ?? false) === !isSchedulable) return session.line(`node/${name} already ${word}${dryRunSuffix(dryRun)}`);
  const body = { spec: { unschedulable: isSchedulable ? null : true } };
  if (dryRun !== "client")
    await session.patch(NODES, { name }, { type: "strategic", body, query: dryRunQuery(dryRun), fieldManager: "kubectl-cordon" });
  session.line(`node/${name} ${word}${dryRunSuffix(dryRun)}`);
};

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
    if (session.args.words.length === 0 && !session.args.has("selector"))
      throw new CommandFailure("USAGE: drain NODE [flags]\nSee 'kubectl drain -h' for help and examples");
    for (const node of await nodesOf(session, session.args.words)) {
      await setSchedulable(session, node, false);
      await drainNode(session, node.metadata.name);
    }
  },
});

const isMirror = (pod: Pod): boolean => pod.metadata.annotations?.["kubernetes.io/config.mirror"] !== undefined;
const ownerKind = (pod: Pod): string | undefined => pod.metadata.ownerReferences?.find((owner) => owner.controller)?.kind;
const isOver = (pod: Pod): boolean => pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
const usesEmptyDir = (pod: Pod): boolean => (pod.spec.volumes ?? []).some((volume) => volume.emptyDir !== undefined);
const nameOf = (pod: Pod): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

const drainNode = async (session: Session, node: string): Promise<void> => {
  const { args } = session;
  const selector = args.text("pod-selector");
  const all = await session.list<Pod>(PODS, undefined, {
    fieldSelector: `spec.nodeName=${node}`,
    ...(selector && { labelSelector: selector }),
  });
  const pods = all.filter((pod) => !isMirror(pod));
  const daemons = pods.filter((pod) => ownerKind(pod) === "DaemonSet" && !isOver(pod));
  const local = pods.filter((pod) => !daemons.includes(pod) && usesEmptyDir(pod) && !isOver(pod));
  // Of a pod with several faults the first one is told.
  const faulty = args.on("delete-emptydir-data") ? [] : local;
  const bare = pods.filter((pod) => ownerKind(pod) === undefined && !isOver(pod) && !faulty.includes(pod));
  const refusals = [
    ...refusal(local, args.on("delete-emptydir-data"), "Pods with local storage (use --delete-emptydir-data to override)"),
    ...refusal(daemons, args.on("ignore-daemonsets"), "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)"),
    ...refusal(bare, args.on("force"), "cannot delete Pods that declare no controller (use --force to override)"),
  ];
  if (refusals.length > 0) throw drainFailure(session, node, refusals);
  if (daemons.length > 0) session.note(`Warning: ignoring DaemonSet-managed Pods: ${daemons.map(nameOf).join(", ")}`);
  await evictAll(
    session,
    pods.filter((pod) => !daemons.includes(pod)),
  );
  session.line(`node/${node} drained${dryRunSuffix(dryRunOf(session))}`);
};

const refusal = (pods: readonly Pod[], isAllowed: boolean, title: string): readonly string[] =>
  pods.length === 0 || isAllowed ? [] : [`cannot delete ${title}: ${pods.map(nameOf).join(", ")}`];

const drainFailure = (session: Session, node: string, refusals: readonly string[]): CommandFailure => {
  const reason = refusals.length === 1 ? refusals[0] : `[${refusals.join(", ")}]`;
  session.note(`error: unable to drain node ${JSON.stringify(node)} due to error: ${reason}, continuing command...`);
  session.note(`There are pending nodes to be drained:\n ${node}`);
  return new CommandFailure(refusals.join("\n"), { complete: refusals.length > 1 });
};

/** How long an eviction that a disruption budget refuses is retried, in steps of five seconds. */
const EVICT_RETRY_MS = 5_000;

const evictAll = async (session: Session, pods: readonly Pod[]): Promise<void> => {
  const dryRun = dryRunOf(session);
  const deadline = session.nowMs() + (session.args.duration("timeout") || session.timeoutMs);
  for (const pod of pods) {
    if (dryRun !== "none") {
      session.line(`evicting pod ${nameOf(pod)}${dryRunSuffix(dryRun)}`);
      continue;
    }
    await evict(session, pod, deadline);
  }
  for (const pod of dryRun === "none" ? pods : []) {
    const path = resourcePath(PODS, pod.metadata.namespace, pod.metadata.name);
    const isGone = async (): Promise<boolean> => {
      const response = await session.cluster.read({ path });
      return response.status === 404 || (response.body as Pod).metadata.uid !== pod.metadata.uid;
    };
    if (!(await session.cluster.clock.until(isGone, { timeoutMs: Math.max(0, deadline - session.nowMs()) }))) {
      throw new CommandFailure(
        `error when waiting for pod ${JSON.stringify(pod.metadata.name)} in namespace ${JSON.stringify(pod.metadata.namespace)} to terminate: global timeout reached`,
      );
    }
    session.line(`pod/${pod.metadata.name} evicted`);
  }
};

const evict = async (session: Session, pod: Pod, deadline: number): Promise<void> => {
  const grace = session.args.number("grace-period") ?? -1;
  const deleteOptions = grace >= 0 ? { deleteOptions: { gracePeriodSeconds: grace } } : {};
  const body = {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: pod.metadata.name, namespace: pod.metadata.namespace },
    ...deleteOptions,
  };
  for (;;) {
    session.note(`evicting pod ${nameOf(pod)}`);
    const response = await session.cluster.write({
      method: "POST",
      path: resourcePath(PODS, pod.metadata.namespace, pod.metadata.name, "eviction"),
      body,
    });
    if (response.status < 300) session.hadEffect = true;
    if (response.status < 300 || response.status === 404) return;
    const message = statusFailure(response).message;
    if (response.status !== 429)
      throw new CommandFailure(
        `error when evicting pods/${JSON.stringify(pod.metadata.name)} -n ${JSON.stringify(pod.metadata.namespace)}: ${message}`,
      );
    if (session.nowMs() + EVICT_RETRY_MS > deadline)
      throw new CommandFailure(
        `error when evicting pods/${JSON.stringify(pod.metadata.name)} -n ${JSON.stringify(pod.metadata.namespace)}: global timeout reached`,
      );
    session.note(
      `error when evicting pods/${JSON.stringify(pod.metadata.name)} -n ${JSON.stringify(pod.metadata.namespace)} (will retry after 5s): ${message}`,
    );
    await session.cluster.clock.sleep(EVICT_RETRY_MS);
  }
};
