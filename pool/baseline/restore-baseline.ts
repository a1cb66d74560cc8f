import type { Baseline } from "#kube/app/baseline.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ApiResponse, ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import type { RollbackReport } from "../backend.ts";
import { awaitSettled } from "./await-settled.ts";
import { type Difference, listDifferences } from "./compare-baseline.ts";
import { forgetHistory } from "./forget-history.ts";
import { awaitOperators, CLAIMS, keptBySets, SETS } from "./kept-by-sets.ts";
import { normalizeObject } from "./normalize-object.ts";
import { readObjects } from "./record-baseline.ts";
import { removeObject } from "./remove-object.ts";
import { listStalePods } from "./stale-pods.ts";

/** Facts of the episode, and timeouts. */
export interface RestoreOptions {
  /** Names of pods in which commands were run; they are recycled. Missing: none. */
  readonly touchedPods?: readonly string[];
  /** Timeout of deletions and of workloads getting ready, each, ms; missing: 180,000. */
  readonly timeoutMs?: number;
}

/**
 * Restores a slot to its baseline through the port, and waits until its workloads are ready.
 *
 * Extra objects are deleted (finalizers included), missing ones recreated, changed ones updated, pods with changed
 * runtime state recycled. Safe to repeat. The result is checked with `verifyBaseline`.
 * @throws ApiError if the API server refuses a change that should be possible
 */
export const restoreBaseline = async (cluster: ClusterPort, baseline: Baseline, options: RestoreOptions = {}): Promise<RollbackReport> => {
  const { touchedPods = [], timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const startedAtMs = cluster.clock.nowMs();
  const report = { deleted: [] as string[], recreated: [] as string[], restored: [] as string[] };
  const undo = async (differences: readonly Difference[]): Promise<void> => {
    for (const sameKind of Map.groupBy(differences, ({ resource }) => resource).values()) {
      await Promise.all(sameKind.map((difference) => UNDO[difference.kind](cluster, difference as never, timeoutMs)));
      for (const difference of sameKind) report[DONE[difference.kind]].push(nameDifference(difference));
    }
  };
  // Nothing can be made in a namespace that is gone or going, so it comes before anything else is looked at.
  const namespaces = listDifferences(baseline.objects, await readObjects(cluster, baseline)).filter(isNamespace);
  await undo(namespaces);
  const found = await readObjects(cluster, baseline);
  const earlierUids = new Set(found.pods?.map(({ metadata }) => metadata.uid ?? ""));
  const differences = listDifferences(baseline.objects, found);
  const kept = keptBySets(differences, found);
  const [extra, configuration, others] = inPhases(differences.filter((difference) => !kept.includes(difference)));
  await undo(extra);
  await undo(configuration);
  // The API tells time in seconds: a pod of the next one has certainly read what was put back.
  if (configuration.length > 0) await cluster.clock.sleep(1_000);
  await undo(others);
  if (kept.length > 0) {
    await awaitOperators(cluster, baseline, timeoutMs);
    // A set that is not as it was would make its claims again.
    for (const resource of [SETS, CLAIMS]) {
      const left = listDifferences(baseline.objects, await readObjects(cluster, baseline));
      await undo(left.filter((difference) => difference.resource === resource));
    }
  }
  const objectsMs = cluster.clock.nowMs() - startedAtMs;
  const recycled: string[] = [];
  // A pod that started too early may have died on the way, which the next round finds.
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const names = await recyclePods(cluster, baseline, touchedPods, earlierUids);
    recycled.push(...names);
    if (round > 1 && names.length === 0) break;
    await awaitSettled(cluster, baseline.extent === "cluster" ? undefined : baseline.namespace, timeoutMs);
  }
  await forgetHistory(cluster, baseline);
  const tookMs = cluster.clock.nowMs() - startedAtMs;
  return { ...report, recycled, tookMs, phasesMs: { objects: objectsMs, ready: tookMs - objectsMs } };
};

const DEFAULT_TIMEOUT_MS = 180_000;
const ROUNDS_MAX = 3;
const DONE = { extra: "deleted", missing: "recreated", changed: "restored" } as const;

const nameDifference = (difference: Difference): string => {
  const { metadata } = difference.kind === "missing" ? difference.wanted : difference.present;
  return `${difference.resource}/${metadata.name}`;
};

const isNamespace = ({ resource }: Difference): boolean => resource === "namespaces";
const isConfiguration = ({ resource }: Difference): boolean => resource === "configmaps" || resource === "secrets";

/**
 * Orders the changes: extra objects first, because a quota or policy among them may block others; then objects that
 * pods read; then the rest.
 */
const inPhases = (
  differences: readonly Difference[],
): readonly [extra: readonly Difference[], configuration: readonly Difference[], others: readonly Difference[]] => {
  const extra = differences.filter(({ kind }) => kind === "extra").reverse();
  const wanted = differences.filter(({ kind }) => kind !== "extra");
  return [extra, wanted.filter(isConfiguration), wanted.filter((difference) => !isConfiguration(difference))];
};

type Undo<K extends Difference["kind"]> = (
  cluster: ClusterPort,
  difference: Extract<Difference, { kind: K }>,
  timeoutMs: number,
) => Promise<void>;

const deleteExtra: Undo<"extra"> = async (cluster, { resource, present }, timeoutMs) => {
  await removeObject(cluster, resource, present, timeoutMs);
};

const createMissing: Undo<"missing"> = async (cluster, { resource, wanted }, timeoutMs) => {
  if (!(await createAgain(cluster, resource, wanted, timeoutMs))) await retryRestore(cluster, resource, wanted, timeoutMs);
};

/** Updates an object to the recorded one; it is recreated if an immutable field differs. */
const restoreObject: Undo<"changed"> = async (cluster, { resource, wanted, present }, timeoutMs) => {
  const { namespace, name, resourceVersion } = present.metadata;
  const path = apiPath({ resource, namespace, name });
  const plain = withAllocations(resource, wanted, present);
  const body = { ...plain, metadata: { ...plain.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) } };
  const answer = await cluster.write({ method: "PUT", path, body, fieldManager: RESTORE_MANAGER });
  if (answer.status === 409) return retryRestore(cluster, resource, wanted, timeoutMs);
  if (answer.status !== 422) return void bodyOf(answer, `put back ${resource}/${name}`);
  await removeObject(cluster, resource, present, timeoutMs);
  await createAgain(cluster, resource, wanted, timeoutMs);
};

const UNDO: { readonly [K in Difference["kind"]]: Undo<K> } = { extra: deleteExtra, missing: createMissing, changed: restoreObject };

const RESTORE_MANAGER = "kubectl-replace";

/** Updates an object again after a conflict, most likely with a controller, based on its newest version. */
const retryRestore = async (cluster: ClusterPort, resource: string, wanted: KubeObject, timeoutMs: number): Promise<void> => {
  const { namespace, name } = wanted.metadata;
  const present = bodyOf<KubeObject>(await cluster.read({ path: apiPath({ resource, namespace, name }) }), `get ${resource}/${name}`);
  const { resourceVersion: _, ...metadata } = present.metadata;
  await restoreObject(cluster, { kind: "changed", resource, wanted, present: { ...present, metadata } }, timeoutMs);
};

/** Merges the values that the cluster allocated to the current object, which an update must not change, into the recorded one. */
const withAllocations = (resource: string, wanted: KubeObject, present: KubeObject): KubeObject => {
  const plain = normalizeObject(resource, wanted) as KubeObject & { readonly spec?: object };
  const allocated = pick((present as { readonly spec?: object }).spec, ALLOCATED_FIELDS[resource] ?? []);
  const noted = resource === "nodes" ? present.metadata.annotations : pick(present.metadata.annotations, KEPT_ANNOTATIONS);
  const annotations = { ...noted, ...plain.metadata.annotations };
  const metadata = Object.keys(annotations).length === 0 ? plain.metadata : { ...plain.metadata, annotations };
  return { ...plain, metadata, ...(plain.spec === undefined ? {} : { spec: { ...plain.spec, ...allocated } }) } as KubeObject;
};

const ALLOCATED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  services: ["clusterIP", "clusterIPs", "healthCheckNodePort"],
  persistentvolumeclaims: ["volumeName"],
  "jobs.batch": ["selector"],
};

const KEPT_ANNOTATIONS = ["deployment.kubernetes.io/revision", "pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"];

const pick = (record: object | undefined, keys: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => keys.includes(key)));

/**
 * Recreates a recorded object, at its old address if that is free, since clients may have cached it.
 *
 * @returns false if somebody else has made one of that name, such as a controller a default service account
 */
const createAgain = async (cluster: ClusterPort, resource: string, wanted: KubeObject, timeoutMs: number): Promise<boolean> => {
  const { namespace, name } = wanted.metadata;
  const create = (body: KubeObject): Promise<ApiResponse> =>
    cluster.write({ method: "POST", path: apiPath({ resource, namespace }), body, fieldManager: RESTORE_MANAGER });
  const plain = normalizeObject(resource, wanted);
  const first = await create(resource === "services" ? withAllocations(resource, wanted, wanted) : plain);
  const answer = first.status === 422 && resource === "services" ? await create(plain) : first;
  if (answer.status !== 409) {
    bodyOf(answer, `create ${resource}/${name}`);
    return true;
  }
  const holder = await cluster.read({ path: apiPath({ resource, namespace, name }) });
  if (holder.status === 200 && (holder.body as KubeObject).metadata.deletionTimestamp !== undefined)
    await removeObject(cluster, resource, holder.body as KubeObject, timeoutMs);
  // Either a controller was faster (a default service account), or the old one has just gone.
  let isMade = false;
  const isFree = async (): Promise<boolean> => {
    isMade = (await create(plain)).status !== 409;
    return isMade;
  };
  const isThere = async (): Promise<boolean> => {
    const present = await cluster.read({ path: apiPath({ resource, namespace, name }) });
    return present.status === 200 && (present.body as KubeObject).metadata.deletionTimestamp === undefined;
  };
  const isBack = await cluster.clock.until(async () => (await isThere()) || (await isFree()), { timeoutMs });
  return isMade || !isBack;
};

const recyclePods = async (
  cluster: ClusterPort,
  baseline: Baseline,
  touched: readonly string[],
  earlierUids: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const stale = listStalePods(baseline, await readObjects(cluster, baseline), { touched, earlierUids });
  for (const { metadata } of stale) await deleteObject(cluster, { resource: "pods", namespace: metadata.namespace, name: metadata.name });
  return stale.map(({ metadata }) => `pods/${metadata.name}`);
};
