import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Finding, Trial } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { MEMBERS, type Member, type MemberSpec, TIDB_CLUSTERS, type TidbCluster } from "#kube/types/tidb-cluster.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listServed } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** A custom resource that an operator makes workloads of, and the component with the mistake. */
export interface SpecParams {
  /** `tidbcluster/<name>` */
  readonly target: string;
  readonly member: Member;
}

/** Schemas of the parameters that all faults of a custom resource have. */
export const specParams = { target: objectRef("tidbcluster"), member: z.enum(["pd", "tikv", "tidb"]) } as const;

/**
 * Lists the custom resources that an operator of the app makes components of.
 *
 * @param factsOf further facts of one
 */
export const specTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
  { visible, factsOf = () => ({}) }: { readonly visible: boolean; factsOf?(cluster: TidbCluster): Target["facts"] },
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const [targets, excluded]: [Target[], Exclusion[]] = [[], []];
  for (const cluster of await listServed<TidbCluster>(view, { resource: TIDB_CLUSTERS, namespace })) {
    const resource = `tidbcluster/${cluster.metadata.name}`;
    const members = MEMBERS.filter((member) => cluster.spec[member] !== undefined);
    if (operatorOf(app, resource) === undefined) excluded.push({ resource, reason: "no component of the app is its operator" });
    else targets.push({ resource, visible, facts: { members, ...factsOf(cluster) } });
  }
  return { targets, excluded };
};

/** Draws one of its components. */
export const sampleMember = (rng: Rng, { resource: target, facts }: Target): SpecParams => ({
  target,
  member: rng.stream("member").pick(facts["members"] as readonly Member[]),
});

/** The Deployment of the operator that looks after a custom resource; undefined where no component of the app is that. */
export const operatorOf = ({ components }: AppRecord, target: string): string | undefined => {
  const name = components.find(({ madeFrom }) => madeFrom === target)?.operatedBy;
  const operator = components.find((component) => component.name === name);
  return operator === undefined ? undefined : workloadTarget(operator);
};

/** The StatefulSet that the operator makes of a component. */
export const setOf = ({ target, member }: SpecParams): string => `statefulset/${nameOf(target)}-${member}`;

/** The custom resource as it is; undefined when it is gone. */
export const readCluster = (view: ClusterView, namespace: string, target: string): Promise<TidbCluster | undefined> =>
  getObject<TidbCluster>(view, { resource: TIDB_CLUSTERS, namespace, name: nameOf(target) });

/** The component's settings as they were. */
export const formerSettings = (baseline: Baseline, { target, member }: SpecParams): MemberSpec =>
  baselineTarget<TidbCluster>(baseline, target).spec[member] as MemberSpec;

/** Setting of a component, else that of all components. */
export const settingOf = <K extends keyof MemberSpec & keyof TidbCluster["spec"]>(
  { spec }: TidbCluster,
  member: Member,
  name: K,
): MemberSpec[K] => spec[member]?.[name] ?? (spec[name] as MemberSpec[K]);

/** Changes settings of a component, in the world. */
export const changeMember = (
  cluster: ClusterPort,
  { target, member }: SpecParams,
  settings: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<void> => changeSpec(cluster, target, { [member]: settings }, place);

/** Changes fields of a custom resource's spec, in the world; null takes one away. */
export const changeSpec = async (cluster: ClusterPort, target: string, spec: object, { namespace }: Place): Promise<void> => {
  await patchObject(cluster, { resource: TIDB_CLUSTERS, namespace, name: nameOf(target), patchType: "merge", patch: { spec } });
};

/** Changes settings of a component, as an agent does; null takes one away. */
export const patchMember = ({ target, member }: SpecParams, settings: Readonly<Record<string, unknown>>): ToolCall =>
  patchSpec(target, { [member]: settings });

/** Changes fields of a custom resource's spec. */
export const patchSpec = (target: string, spec: object): ToolCall =>
  kubectl(`patch ${target} --type=merge -p '${JSON.stringify({ spec })}'`);

/** Attempts that leave the custom resource as it is, or let nobody read it. */
export const sparingTheSpec = (target: string, app: AppRecord): readonly Attempt[] => {
  const operator = operatorOf(app, target);
  return [
    { name: "restart the operator", calls: [kubectl(`rollout restart ${operator}`)] },
    { name: "stop the operator", calls: [kubectl(`scale ${operator} --replicas=0`)] },
    { name: "pause the custom resource", calls: [patchSpec(target, { paused: true })] },
  ];
};

/** Judges what is written in a custom resource; one that is gone, or that its operator is told to leave alone, violates it. */
export const judgeCluster = async (
  view: ClusterView,
  { namespace }: Baseline,
  target: string,
  judge: (cluster: TidbCluster) => Finding,
): Promise<Finding> => {
  const cluster = await readCluster(view, namespace, target);
  if (cluster === undefined) return { held: false, evidence: `${target} is gone` };
  return cluster.spec.paused === true ? { held: false, evidence: `${target} is paused` } : judge(cluster);
};

/** A trial that asks a custom resource for one pod more, and for one less: its operator has to follow. */
export const isFollowed = (baseline: Baseline, target: string): Trial => ({
  name: "custom-resource-followed",
  group: "defect-gone",
  weight: 1,
  run: async (cluster) => {
    const { spec } = baselineTarget<TidbCluster>(baseline, target);
    const member = MEMBERS.findLast((name) => spec[name] !== undefined) ?? "tidb";
    const params = { target, member };
    const before = (await readCluster(cluster, baseline.namespace, target))?.spec[member]?.replicas;
    if (before === undefined) return { held: false, evidence: `${target} is gone, or has no ${member}` };
    for (const replicas of [before + 1, before]) {
      await changeMember(cluster, params, { replicas }, baseline);
      const follows = async () => (await readWorkload(cluster, baseline.namespace, setOf(params)))?.spec.replicas === replicas;
      if (!(await cluster.clock.until(follows, { timeoutMs: FOLLOWED_TIMEOUT_MS })))
        return { held: false, evidence: `${setOf(params)} does not get the ${replicas} pods that ${target} asks for` };
    }
    return { held: true, evidence: `${setOf(params)} follows ${target}` };
  },
});

const FOLLOWED_TIMEOUT_MS = 120_000;

/** True if the operator has lately written such words in its log. */
export const isInOperatorLog = async (view: ClusterView, { app, namespace }: Place, target: string, words: string): Promise<boolean> => {
  const operator = await readWorkload(view, namespace, operatorOf(app, target) ?? "");
  for (const { metadata } of operator === undefined ? [] : await podsOf(view, operator)) {
    const path = apiPath({ resource: "pods", namespace, name: metadata.name, subresource: "log" });
    const { status, body } = await view.read({ path, query: { sinceSeconds: "60" } });
    if (status === 200 && `${body}`.includes(words)) return true;
  }
  return false;
};
