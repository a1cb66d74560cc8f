import { keepFor } from "#core/keep-for.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import type { Check, Finding, Oracle, Trial } from "#kube/checks/oracle.ts";
import { remember } from "#kube/checks/remember.ts";
import { judgeBacking, listBackings } from "#kube/checks/service.ts";
import { judgeReplicas, judgeWorkload, podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";

/**
 * Creates the conditions that every repair must meet, whatever was broken: the app is healthy and nothing was lost.
 *
 * @param forgiven guards that the injection itself broke; the fault's own conditions look after those
 * @param recreation which pods must come back by themselves; missing: none
 */
export const standingOracle = (baseline: Baseline, forgiven: ReadonlySet<string>, recreation?: Recreation): Oracle => {
  if (baseline.app.components.length === 0 || ownObjects(baseline, "deployments.apps").length === 0)
    throw new Error("an empty baseline cannot be restored to");
  return {
    checks: [
      { name: "workloads-ready", group: "service-restored", weight: 1, judge: (view) => judgeAllWorkloads(view, baseline) },
      { name: "services-backed", group: "service-restored", weight: 1, judge: (view) => judgeAllServices(view, baseline) },
      ...baseline.app.operations.map((operation) => ({
        name: `answers ${operation.name}`,
        group: "service-restored" as const,
        weight: operation.share,
        judge: (view: ClusterView) => judgeOperation(view, { app: baseline.app, namespace: baseline.namespace }, operation),
      })),
      { name: "nothing-lost", group: "nothing-lost", weight: 1, judge: (view) => judgeGuards(view, baseline, forgiven) },
    ] satisfies readonly Check[],
    trials: recreation === undefined || recreation.broken.length === 0 ? [] : [recreationTrial(baseline, recreation)],
  };
};

/** Breadth of the trial that recreates pods. */
export interface Recreation {
  /** Resources that the faults broke. */
  readonly broken: readonly string[];
  /** True: the trial has a copy of the world for itself. False: its users wait meanwhile, so that only what was broken is recreated. */
  readonly isForked: boolean;
}

const judgeAllWorkloads = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const { kinds, wanted } = workloadsOf(baseline);
  const present = await workloadsByTarget(view, baseline.namespace, kinds);
  for (const { target, replicas } of wanted) {
    const finding = judgeReplicas(present.get(target), target, replicas);
    if (!finding.held) return finding;
  }
  return { held: wanted.length > 0, evidence: `${wanted.length} workloads are ready` };
};

/** The workloads of a baseline that had all their pods, with their kinds: of trials that never worked nobody is to make anything. */
const workloadsOf = keepFor((baseline: Baseline) => {
  const kinds = ["deployment", "statefulset"].filter((kind) => ownObjects(baseline, `${kind}s.apps`).length > 0);
  const workloads = kinds.flatMap((kind) =>
    (ownObjects(baseline, `${kind}s.apps`) as readonly Workload[]).map((workload) => ({
      target: `${kind}/${workload.metadata.name}`,
      workload,
    })),
  );
  const working = workloads.filter(({ workload: { spec, status } }) => (status?.readyReplicas ?? 0) >= (spec.replicas ?? 1));
  return { kinds, wanted: working.map(({ target }) => ({ target, replicas: baselineReplicas(baseline, target) })) };
});

/** Lists workloads with one call per kind, and only of kinds that the app has. */
const workloadsByTarget = async (
  view: ClusterView,
  namespace: string,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, Workload>> => {
  const present = new Map<string, Workload>();
  for (const kind of kinds) {
    for (const workload of await listObjects<Workload>(view, { resource: `${kind}s.apps`, namespace }))
      present.set(`${kind}/${workload.metadata.name}`, workload);
  }
  return present;
};

const judgeAllServices = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const services = servicesOf(baseline);
  const backings = await listBackings(view, baseline.namespace);
  for (const name of services) {
    const finding = judgeBacking(backings, name, name);
    if (!finding.held) return finding;
  }
  return { held: true, evidence: `${services.length} Services have endpoints` };
};

/** Names of a baseline's Services that belong to components of the app. */
const servicesOf = keepFor((baseline: Baseline): readonly string[] => {
  const components = new Set(baseline.app.components.map(({ name }) => name));
  return ownObjects(baseline, "services").flatMap(({ metadata: { name } }) => (components.has(name) ? [name] : []));
});

const judgeGuards = async (view: ClusterView, baseline: Baseline, forgiven: ReadonlySet<string>): Promise<Finding> => {
  const lost = (await brokenGuards(view, baseline)).filter((guard) => !forgiven.has(guard));
  return { held: lost.length === 0, evidence: lost.length === 0 ? "all is there" : `lost: ${lost.slice(0, 5).join(", ")}` };
};

/**
 * Creates the trial that deletes all pods of these workloads at once: their successors must get ready and serve, which a
 * repair made in the pods alone, or in what they found when they started, does not survive.
 */
const recreationTrial = (baseline: Baseline, recreation: Recreation): Trial => ({
  name: "pods-recreated",
  group: "service-restored",
  weight: 1,
  run: async (cluster, written) => {
    const targets = await whatIsRecreated(cluster, baseline, recreation, written);
    const victims = new Set<string>();
    for (const target of targets) for (const pod of await podsBehind(cluster, baseline, target)) victims.add(`${pod.metadata.uid}`);
    await deletePods(cluster, baseline.namespace, victims);
    let missing = "";
    const areBack = remember(cluster, async (view) => {
      missing = await whatIsNotBack(view, baseline, targets, victims);
      return missing === "";
    });
    if (!(await cluster.clock.until(areBack, { timeoutMs: RECREATION_TIMEOUT_MS }))) return { held: false, evidence: missing };
    return await judgeOperations(cluster, baseline);
  },
});

/**
 * Lists the workloads to recreate: those behind the fault, and those that the agent wrote or whose Service it wrote, with their
 * callers. All of the app where it wrote anything else, since any new pod might depend on it, or nothing that is known.
 */
const whatIsRecreated = async (
  view: ClusterView,
  baseline: Baseline,
  { broken, isForked }: Recreation,
  written: readonly string[],
): Promise<readonly string[]> => {
  const writes = written.map((object) => object.split(" ") as [resource: string, path: string]);
  const isBounded = ([resource, path]: readonly [string, string]): boolean =>
    OWN_EFFECT.test(resource) && path.startsWith(`${baseline.namespace}/`);
  if (isForked && (writes.length === 0 || !writes.every(isBounded))) return workloadsOf(baseline).wanted.map(({ target }) => target);
  const names = isForked ? writes.map(([, path]) => path.slice(path.indexOf("/") + 1)) : [];
  const callers = baseline.app.components.filter(({ name }) => names.includes(name)).flatMap(({ dnsCallers }) => dnsCallers);
  return await recreatedWorkloads(view, baseline, [...broken, ...names, ...callers]);
};

/** Resources whose objects affect no new pods but their own, those that mount them and those that call them. */
const OWN_EFFECT = /^(?:services|configmaps|(?:deployments|statefulsets|replicasets)\.apps(?:\/scale)?|pods(?:\/eviction)?)$/;

/** Timeout until all new pods are ready, ms: a crashed container waits up to five minutes for its next start, and a JVM needs two more. */
const RECREATION_TIMEOUT_MS = 480_000;

/** Timeout until the new pods serve, ms: those that crashed because of the deletion wait out their back-off, up to five minutes. */
const SERVING_TIMEOUT_MS = 360_000;

const podsBehind = async (view: ClusterView, { namespace }: Baseline, target: string): Promise<readonly Pod[]> => {
  const workload = await readWorkload(view, namespace, target);
  return workload === undefined ? [] : await podsOf(view, workload);
};

const deletePods = async (cluster: ClusterPort, namespace: string, uids: ReadonlySet<string>): Promise<void> => {
  for (const { metadata } of await listObjects<Pod>(cluster, { resource: "pods", namespace }))
    if (uids.has(`${metadata.uid}`)) await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name });
};

/** Says what is missing until the pods with these uids are replaced by ready ones; empty: nothing. */
const whatIsNotBack = async (
  view: ClusterView,
  baseline: Baseline,
  targets: readonly string[],
  victims: ReadonlySet<string>,
): Promise<string> => {
  const { namespace } = baseline;
  const left = (await listObjects<Pod>(view, { resource: "pods", namespace })).find(({ metadata }) => victims.has(`${metadata.uid}`));
  if (left !== undefined) return `pod ${left.metadata.name} does not end`;
  for (const target of targets) {
    const { held, evidence } = await judgeWorkload(view, { namespace, target, replicasMin: baselineReplicas(baseline, target) });
    if (!held) return `after all pods were recreated: ${evidence}`;
  }
  return "";
};

const judgeOperations = async (cluster: ClusterPort, { app, namespace }: Baseline): Promise<Finding> => {
  const serve = async () =>
    (await Promise.all(app.operations.map((operation) => judgeOperation(cluster, { app, namespace }, operation)))).every(
      ({ held }) => held,
    );
  const held = await cluster.clock.until(serve, { timeoutMs: SERVING_TIMEOUT_MS });
  return { held, evidence: held ? "the new pods serve" : "users are not served after all pods were recreated" };
};

/** Lists the workloads behind resources: those of components, of ConfigMaps that they use, and of custom resources that operators make them of. */
export const recreatedWorkloads = async (
  view: ClusterView,
  { app, namespace }: Baseline,
  resources: readonly string[],
): Promise<readonly string[]> => {
  const workloads = await listWorkloads(view, namespace, app);
  const names = resources.map((resource) => resource.slice(resource.lastIndexOf("/") + 1));
  return workloads
    .filter(
      ({ component: { madeFrom = "", ...component } }) =>
        resources.includes(madeFrom) ||
        names.some((name) => name === component.name || component.configMaps.some((configMap) => configMap.name === name)),
    )
    .map(({ target }) => target);
};
