import { keepFor } from "#core/keep-for.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import type { Check, Finding, Oracle, Trial } from "#kube/checks/oracle.ts";
import { remember } from "#kube/checks/remember.ts";
import { judgeBacking, listBackings } from "#kube/checks/service.ts";
import { isPodReady, judgeReplicas, judgeWorkload, podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";

/**
 * Creates the conditions that every repair must meet, whatever was broken: the app is healthy and nothing was lost.
 *
 * @param forgiven guards that the injection itself broke; the fault's own conditions look after those
 * @param recreated workloads whose pods must come back by themselves when one is deleted
 */
export const standingOracle = (baseline: Baseline, forgiven: ReadonlySet<string>, recreated: readonly string[]): Oracle => {
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
    trials: recreated.map((target) => recreationTrial(baseline, target)),
  };
};

const judgeAllWorkloads = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const { kinds, wanted } = workloadsOf(baseline);
  const present = await workloadsByTarget(view, baseline.namespace, kinds);
  for (const { target, replicas } of wanted) {
    const finding = judgeReplicas(present.get(target), target, replicas);
    if (!finding.held) return finding;
  }
  return { held: wanted.length > 0, evidence: `${wanted.length} workloads are ready` };
};

/** The workloads of a baseline, with their kinds. */
const workloadsOf = keepFor((baseline: Baseline) => {
  const kinds = ["deployment", "statefulset"].filter((kind) => ownObjects(baseline, `${kind}s.apps`).length > 0);
  const targets = kinds.flatMap((kind) => ownObjects(baseline, `${kind}s.apps`).map(({ metadata }) => `${kind}/${metadata.name}`));
  return { kinds, wanted: targets.map((target) => ({ target, replicas: baselineReplicas(baseline, target) })) };
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
 * Creates the trial that deletes one pod: its successor must get ready and serve, which a repair made in that pod alone
 * does not survive.
 */
const recreationTrial = (baseline: Baseline, target: string): Trial => ({
  name: `recreated ${target}`,
  group: "service-restored",
  weight: 1,
  run: async (cluster) => {
    const { namespace } = baseline;
    const workload = await readWorkload(cluster, namespace, target);
    const victim = workload === undefined ? undefined : (await podsOf(cluster, workload)).find(isPodReady);
    if (victim === undefined) return { held: false, evidence: `${target} has no ready pod` };
    await deleteObject(cluster, { resource: "pods", namespace, name: victim.metadata.name });
    const isBack = async (view: ClusterView) =>
      (await judgeWorkload(view, { namespace, target, replicasMin: baselineReplicas(baseline, target) })).held &&
      !(await isThere(view, victim));
    if (!(await cluster.clock.until(remember(cluster, isBack), { timeoutMs: RECREATION_TIMEOUT_MS })))
      return { held: false, evidence: `the successor of ${victim.metadata.name} does not get ready` };
    return await judgeOperations(cluster, baseline);
  },
});

const RECREATION_TIMEOUT_MS = 120_000;

/** Timeout until the new pods serve, ms: those that crashed because of the deletion wait out their back-off, up to five minutes. */
const SERVING_TIMEOUT_MS = 360_000;

/** True while a pod itself is there: its successor in a StatefulSet has its name. */
const isThere = async (view: ClusterView, { metadata: { namespace, name, uid } }: Pod): Promise<boolean> =>
  (await getObject<Pod>(view, { resource: "pods", namespace, name }))?.metadata.uid === uid;

const judgeOperations = async (cluster: ClusterPort, { app, namespace }: Baseline): Promise<Finding> => {
  const serve = async () =>
    (await Promise.all(app.operations.map((operation) => judgeOperation(cluster, { app, namespace }, operation)))).every(
      ({ held }) => held,
    );
  const held = await cluster.clock.until(serve, { timeoutMs: SERVING_TIMEOUT_MS });
  return { held, evidence: held ? "the successor serves" : "users are not served after the recreation" };
};

/** The workloads behind the fault's resources, for the recreation trial. */
export const recreatedWorkloads = async (
  view: ClusterView,
  { app, namespace }: Baseline,
  resources: readonly string[],
): Promise<readonly string[]> => {
  const workloads = await listWorkloads(view, namespace, app);
  const names = resources.map((resource) => resource.slice(resource.lastIndexOf("/") + 1));
  return workloads
    .filter(({ component }) =>
      names.some((name) => name === component.name || component.configMaps.some((configMap) => configMap.name === name)),
    )
    .map(({ target }) => target);
};
