import { refOf } from "#kube/objects/object-ref.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Condition, KubeList, KubeObject } from "#kube/types/meta.ts";
import type { ContainerState, Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { FailingPods } from "./failing-pods.ts";

/** Observations of failing pods over some time, without names, numbers and times that differ from run to run. */
export interface Observation {
  /** Values of the STATUS column, in the order of their first appearance. */
  readonly statuses: readonly string[];
  /** Container states as `state reason: message`, sorted. */
  readonly states: readonly string[];
  /** Conditions at the end as `Type=Status reason: message`. */
  readonly conditions: readonly string[];
  /** Events of the pods and their owners as `type reason: message`, sorted; `*` in front of those with a count above one. */
  readonly events: readonly string[];
}

/** Creates the objects of each family in a namespace of its own, and observes all of them for some time. */
export const observeFailingPods = async (
  cluster: ClusterPort,
  prefix: string,
  families: readonly FailingPods[],
  durationMs: number,
): Promise<ReadonlyMap<string, Observation>> => {
  const spaces = families.map((family) => ({ family, namespace: `${prefix}-${family.name}` }));
  try {
    for (const { family, namespace } of spaces) await start(cluster, family, namespace);
    const watches = spaces.map(({ family, namespace }) => createWatch(family.name, namespace));
    const endMs = cluster.clock.nowMs() + durationMs;
    while (cluster.clock.nowMs() < endMs) {
      for (const watch of watches) await watch.look(cluster);
      await cluster.clock.sleep(PERIOD_MS);
    }
    return new Map(await Promise.all(watches.map(async ({ name, report }) => [name, await report(cluster)] as const)));
  } finally {
    for (const { namespace } of spaces) await deleteObject(cluster, { resource: "namespaces", name: namespace });
  }
};

const PERIOD_MS = 400;

const start = async (cluster: ClusterPort, { objects }: FailingPods, namespace: string): Promise<void> => {
  await createObject(cluster, { resource: "namespaces", object: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } } });
  const hasAccount = async (): Promise<boolean> =>
    (await getObject(cluster, { resource: "serviceaccounts", namespace, name: "default" })) !== undefined;
  await cluster.clock.until(hasAccount, { timeoutMs: 120_000 });
  for (const object of objects(namespace)) await createObject(cluster, { resource: refOf(object)?.resource ?? "", object });
};

const createWatch = (name: string, namespace: string) => {
  const statuses = new Set<string>();
  const states = new Set<string>();
  const look = async (cluster: ClusterPort): Promise<void> => {
    const path = apiPath({ resource: "pods", namespace });
    const { body } = await cluster.read({ path, as: "table" });
    // The simulator leaves tables to whoever prints them.
    const isTable = (body as { readonly kind: string }).kind === "Table";
    const table = isTable
      ? (body as Table)
      : toTable({ resource: "pods" }, body as KubeList<KubeObject>, { nowMs: cluster.clock.nowMs(), wide: false });
    for (const status of statusColumn(table)) statuses.add(status);
    for (const pod of await listObjects<Pod>(cluster, { resource: "pods", namespace }))
      for (const state of statesOf(pod)) states.add(normalize(state, { name, namespace }));
  };
  const report = async (cluster: ClusterPort): Promise<Observation> => {
    const [pod] = await listObjects<Pod>(cluster, { resource: "pods", namespace });
    const events = await listObjects<Event>(cluster, { resource: "events", namespace });
    return {
      statuses: [...statuses].filter((status) => !PASSING.test(status)),
      states: [...states].filter((state) => !PASSING.test(state)).sort(),
      conditions: (pod?.status?.conditions ?? []).map((condition) => normalize(conditionText(condition), { name, namespace })),
      events: eventTexts(events, { name, namespace }),
    };
  };
  return { name, look, report };
};

/** Pattern of states that are too short to be observed reliably. */
const PASSING = /^(Pending|Init:0\/1|.*(ContainerCreating|PodInitializing))$/;

interface Place {
  readonly name: string;
  readonly namespace: string;
}

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

const statusColumn = ({ columnDefinitions, rows }: Table): readonly string[] => {
  const column = columnDefinitions.findIndex(({ name }) => name === "Status");
  return rows.map(({ cells }) => `${cells[column]}`);
};

const statesOf = ({ status }: Pod): readonly string[] =>
  [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].flatMap(({ name, state, lastState }) => [
    `${name} ${stateText(state)}`,
    ...(lastState === undefined || Object.keys(lastState).length === 0 ? [] : [`${name} before: ${stateText(lastState)}`]),
  ]);

const stateText = ({ waiting, running, terminated }: ContainerState = {}): string => {
  if (running !== undefined) return "running";
  if (waiting !== undefined) return `waiting ${waiting.reason}${waiting.message === undefined ? "" : `: ${waiting.message}`}`;
  return terminated === undefined
    ? "nothing"
    : `terminated ${terminated.reason} ${terminated.exitCode}${terminated.message === undefined ? "" : `: ${terminated.message}`}`;
};

const conditionText = ({ type, status, reason, message }: Condition): string =>
  `${type}=${status}${reason === undefined ? "" : ` ${reason}`}${message === undefined ? "" : `: ${message}`}`;

const eventTexts = (events: readonly Event[], place: Place): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { type, reason, message = "", count = 1, involvedObject } of events) {
    if (involvedObject.kind === "Namespace" || reason === "Pulling") continue;
    const text = `${type} ${reason}: ${normalize(message, place)}`;
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  return [...counts]
    .map(([text, count]) => (count > 1 && !COUNTS_OTHERS.test(text) ? `* ${text}` : text))
    .sort((a, b) => (a.replace("* ", "") < b.replace("* ", "") ? -1 : 1));
};

/** Removes what differs between two runs, between clusters of other sizes, and between registries without an image. */
const normalize = (text: string, { name, namespace }: Place): string => {
  const named = text.replaceAll(namespace, "<NS>").replace(new RegExp(`${name}-[a-z0-9]{5,10}-[a-z0-9]{5}(?![a-z0-9])`, "g"), "<POD>");
  return RUN_SPECIFIC.reduce(
    (result, [pattern, mark]) => result.replace(pattern, mark),
    named.replace(new RegExp(`${name}-[a-z0-9]{5,10}(?![a-z0-9])`, "g"), "<SET>"),
  );
};

const RUN_SPECIFIC: readonly (readonly [RegExp, string])[] = [
  [/Successfully pulled image ("[^"]+") in .*/, "Container image $1 already present on machine and can be accessed by the pod"],
  [/(rpc error: code = NotFound desc = )?(failed to pull and unpack image .*failed to resolve reference "[^"]+"): .*/, "$2: <WHY>"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<UID>"],
  [/[0-9a-f]{64}/g, "<ID>"],
  [/\b\d+\.\d+\.\d+\.\d+\b/g, "<IP>"],
  [/back-off (\d+m)?\d+s /g, "back-off <TIME> "],
  [/^(.*Successfully assigned \S+ to) \S+$/, "$1 <NODE>"],
  [/\d+ node\(s\) had untolerated taint\(s\), /g, ""],
  [/0\/\d+ nodes/g, "0/<N> nodes"],
  [/: \d+ (node\(s\)|Insufficient|Preemption)/g, ": <N> $1"],
  [/, \d+ (node\(s\)|Insufficient|Preemption)/g, ", <N> $1"],
];

/** Pattern of events that may repeat: the scheduler retries when any pod is deleted. */
const COUNTS_OTHERS = / FailedScheduling: /;
