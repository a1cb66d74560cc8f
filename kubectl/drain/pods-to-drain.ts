import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { Pod } from "#kube/types/pod.ts";
import { isNotFound } from "../session/errors.ts";
import { PODS } from "../session/pods-of.ts";
import type { Session } from "../session/session.ts";

/** Pods that a drain removes from a node, with messages about others. */
export interface PodsToDrain {
  readonly pods: readonly Pod[];
  readonly warnings: string;
  /** Reasons why the node cannot be drained, one text per kind of pods. */
  readonly refusals: readonly string[];
}

/** Sorts the pods of a node by the decisions of kubectl's filters, in their order. */
export const podsToDrain = async (session: Session, node: string): Promise<PodsToDrain> => {
  const labelSelector = session.args.text("pod-selector");
  const query = { fieldSelector: `spec.nodeName=${node}`, ...(labelSelector && { labelSelector }) };
  const pods: Pod[] = [];
  const warnings = new Map<string, readonly string[]>();
  const refusals = new Map<string, readonly string[]>();
  for (const pod of await session.list<Pod>(PODS, undefined, query)) {
    const { isTaken, warning, refusal } = await judge(session, pod);
    if (isTaken) pods.push(pod);
    if (warning !== undefined) add(warnings, warning, pod);
    if (refusal !== undefined) add(refusals, refusal, pod);
  }
  return {
    pods,
    warnings: [...warnings].map(([text, names]) => `${text}: ${names.join(", ")}`).join("; "),
    refusals: [...refusals].map(([text, names]) => `cannot delete ${text}: ${names.join(", ")}`),
  };
};

/** Decision on a pod; each filter replaces that of the one before, and a refusal ends the filtering. */
interface DeleteStatus {
  readonly isTaken: boolean;
  readonly warning?: string;
  readonly refusal?: string;
}

const TAKEN: DeleteStatus = { isTaken: true };
const SKIPPED: DeleteStatus = { isTaken: false };

const judge = async (session: Session, pod: Pod): Promise<DeleteStatus> => {
  let fate = TAKEN;
  for (const filter of [longDeleted, daemonSets, mirrors, localStorage, unmanaged]) {
    fate = await filter(session, pod);
    if (!fate.isTaken) return fate;
  }
  return fate;
};

type Filter = (session: Session, pod: Pod) => DeleteStatus | Promise<DeleteStatus>;

const longDeleted: Filter = (session, pod) => (isLongDeleted(session, pod) ? SKIPPED : TAKEN);

/** True for a pod whose deletion took longer than `--skip-wait-for-delete-timeout`. */
export const isLongDeleted = (session: Session, { metadata }: Pod): boolean => {
  const seconds = session.args.number("skip-wait-for-delete-timeout") ?? 0;
  if (seconds <= 0 || !metadata.deletionTimestamp) return false;
  return Math.trunc((session.nowMs() - Date.parse(metadata.deletionTimestamp)) / 1000) > seconds;
};

const daemonSets: Filter = async (session, pod) => {
  const owner = controllerOf(pod);
  if (owner?.kind !== "DaemonSet" || owner.apiVersion !== "apps/v1" || isOver(pod)) return TAKEN;
  try {
    await session.get(DAEMON_SETS, owner.name, pod.metadata.namespace);
  } catch (failure) {
    const { message } = failure as Error;
    return isNotFound(failure) && session.args.on("force") ? { isTaken: true, warning: message } : { isTaken: false, refusal: message };
  }
  return session.args.on("ignore-daemonsets")
    ? { isTaken: false, warning: "ignoring DaemonSet-managed Pods" }
    : { isTaken: false, refusal: "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)" };
};

const DAEMON_SETS = findResource("daemonsets.apps") as ResourceRow;

const mirrors: Filter = (_session, pod) => (pod.metadata.annotations?.["kubernetes.io/config.mirror"] === undefined ? TAKEN : SKIPPED);

const localStorage: Filter = ({ args }, pod) => {
  if (isOver(pod) || !(pod.spec.volumes ?? []).some((volume) => volume.emptyDir !== undefined)) return TAKEN;
  return args.on("delete-emptydir-data")
    ? { isTaken: true, warning: "deleting Pods with local storage" }
    : { isTaken: false, refusal: "Pods with local storage (use --delete-emptydir-data to override)" };
};

const unmanaged: Filter = ({ args }, pod) => {
  if (isOver(pod) || controllerOf(pod) !== undefined) return TAKEN;
  return args.on("force")
    ? { isTaken: true, warning: "deleting Pods that declare no controller" }
    : { isTaken: false, refusal: "cannot delete Pods that declare no controller (use --force to override)" };
};

const controllerOf = ({ metadata }: Pod) => metadata.ownerReferences?.find((owner) => owner.controller);

const isOver = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";

const add = (texts: Map<string, readonly string[]>, text: string, { metadata }: Pod): void => {
  texts.set(text, [...(texts.get(text) ?? []), `${metadata.namespace}/${metadata.name}`]);
};
