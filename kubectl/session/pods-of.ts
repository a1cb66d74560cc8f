import { formatLabelSelector } from "#kube/objects/label-selector.ts";
import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { Pod } from "#kube/types/pod.ts";
import { podSelectorOf } from "../generate/pod-spec.ts";
import { CommandFailure } from "./errors.ts";
import type { Manifest, Session } from "./session.ts";

/** Resource of pods. */
export const PODS = findResource("pods") as ResourceRow;

/**
 * Lists the pods behind a workload or Service, best one for logs and exec first.
 *
 * @throws CommandFailure when the kind has no pods
 */
export const podsOf = async (session: Session, object: Manifest, operation: string): Promise<readonly Pod[]> => {
  const selector = podSelectorOf(object);
  if (object.kind === "Service" && (selector === undefined || Object.keys(selector.matchLabels ?? {}).length === 0))
    throw new CommandFailure(
      `${operation} ${goTypeName(object)}: invalid service '${object.metadata.name}': Service is defined without a selector`,
    );
  if (selector === undefined)
    throw new CommandFailure(`${operation} ${goTypeName(object)}: selector for ${goTypeName(object)} not implemented`);
  const namespace = object.metadata.namespace ?? session.namespace;
  const pods = await session.list<Pod>(PODS, namespace, { labelSelector: formatLabelSelector(selector) });
  return [...pods].sort(byLogging);
};

/** Name of an object's Go type, such as `*v1.ConfigMap`. */
export const goTypeName = ({ apiVersion, kind }: Manifest): string => `*${apiVersion.slice(apiVersion.lastIndexOf("/") + 1)}.${kind}`;

const PHASE_ORDER: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** Compares pods: assigned before unassigned, running before pending, ready before not, then the one ready for longest. */
const byLogging = (a: Pod, b: Pod): number =>
  rank(b, (pod) => Number(Boolean(pod.spec.nodeName))) - rank(a, (pod) => Number(Boolean(pod.spec.nodeName))) ||
  (PHASE_ORDER[b.status?.phase ?? ""] ?? 0) - (PHASE_ORDER[a.status?.phase ?? ""] ?? 0) ||
  Number(isReady(b)) - Number(isReady(a)) ||
  compareText(readySince(a), readySince(b)) ||
  restarts(b) - restarts(a) ||
  compareText(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "");

const rank = (pod: Pod, of: (pod: Pod) => number): number => of(pod);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const readyCondition = (pod: Pod) => pod.status?.conditions?.find((condition) => condition.type === "Ready");
const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === "True";
const readySince = (pod: Pod): string => (isReady(pod) ? (readyCondition(pod)?.lastTransitionTime ?? "") : "");
const restarts = (pod: Pod): number => Math.max(0, ...(pod.status?.containerStatuses ?? []).map((status) => status.restartCount ?? 0));

/** Lists the names of all containers of a pod, as kubectl does when it picks one: init containers are marked. */
export const containerNames = (pod: Pod): string => {
  const names = pod.spec.containers.map((container) => container.name);
  for (const container of pod.spec.ephemeralContainers ?? []) names.push(`${container.name} (ephem)`);
  for (const container of pod.spec.initContainers ?? []) names.push(`${container.name} (init)`);
  return names.join(", ");
};

const DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

/** Name of the default container; prints the choice on stderr if there are several. */
export const defaultContainer = (session: Session, pod: Pod, isQuiet = false): string => {
  const annotated = pod.metadata.annotations?.[DEFAULT_CONTAINER];
  const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? []), ...(pod.spec.ephemeralContainers ?? [])];
  if (annotated && all.some((container) => container.name === annotated)) return annotated;
  if (annotated) session.note(`Default container name ${JSON.stringify(annotated)} not found in pod ${pod.metadata.name}`);
  const name = pod.spec.containers[0]?.name ?? "";
  if (all.length > 1 && !isQuiet) session.note(`Defaulted container ${JSON.stringify(name)} out of: ${containerNames(pod)}`);
  return name;
};

/**
 * Name of the container of `-c`, or of the default one, in a pod that can still run commands.
 *
 * @throws CommandFailure in kubectl's words
 */
export const containerToExecIn = (session: Session, pod: Pod, isQuiet = false): string => {
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed")
    throw new CommandFailure(`cannot exec into a container in a completed pod; current phase is ${pod.status.phase}`);
  const container = session.args.text("container") || defaultContainer(session, pod, isQuiet);
  const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? []), ...(pod.spec.ephemeralContainers ?? [])];
  if (all.some(({ name }) => name === container)) return container;
  throw new CommandFailure(`Error from server (BadRequest): container ${container} is not valid for pod ${pod.metadata.name}`, {
    complete: true,
  });
};
