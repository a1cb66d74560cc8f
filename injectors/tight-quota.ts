import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import { podsAdmitted } from "#kube/checks/pods-admitted.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { isTerminal } from "#kube/objects/quota-usage.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { type Evidence, literal } from "./evidence.ts";
import { defineInjector, type Injector, type Target } from "./injector.ts";
import { REFUSALS, refusedSymptom, tryAgain } from "./refused-pods.ts";
import type { Twin } from "./twin.ts";
import { templateTargets } from "./unschedulable-template.ts";

/** A quota, and the workload whose pods or roll-out it refuses. */
export interface QuotaParams {
  readonly target: string;
  /** `resourcequota/<name>` */
  readonly quota: string;
}

/** The parts of a fault that are particular to what its quota bounds. */
export interface QuotaFault<P extends QuotaParams>
  extends Pick<Injector<P>, "id" | "title" | "words" | "params" | "twins" | "sample" | "solve" | "accepts" | "rejects"> {
  /** Further facts of a workload among the pods of its namespace, or the reason why it is no target. */
  factsOf(workload: Workload, pods: readonly Pod[]): Target["facts"] | string;
  /** Amounts that the quota allows. */
  hardOf(params: P): Readonly<Record<string, string>>;
  /** Words by which it refuses a pod. */
  refusalOf(params: P): string;
  /** Evidence at the quota itself: the patterns of its description, and what they say. */
  describes(params: P): Pick<Evidence, "shows" | "says">;
}

/** Schemas of the parameters that both faults have. */
export const quotaParams = { target: objectRef("deployment", "statefulset"), quota: objectRef("resourcequota") } as const;

/** Creates the fault that a quota refuses a workload's new pods. */
export const defineQuotaFault = <P extends QuotaParams>({ factsOf, hardOf, refusalOf, describes, ...fault }: QuotaFault<P>): Injector<P> =>
  defineInjector<P>({
    ...fault,
    version: 1,
    catalogueType: "quota",
    toldApart: true,
    layer: "admission",
    scope: "namespace",
    family: "quota",
    // It refuses the pods of every workload that starts anew.
    masks: true,
    refusesPods: true,
    needs: [],
    targets: async (view, place) => {
      const { namespace } = place;
      const quotas = await listObjects(view, { resource: QUOTAS, namespace });
      const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
      const taken = quotas.map(({ metadata }) => metadata.name);
      return await templateTargets(view, place, (workload) => {
        const facts = factsOf(
          workload,
          pods.filter((pod) => !isTerminal(pod)),
        );
        return typeof facts === "string" ? facts : { taken, ...facts };
      });
    },
    inject: async (cluster, params, { namespace }) => {
      await createQuota(cluster, namespace, { name: nameOf(params.quota), hard: hardOf(params) });
      await recyclePods(cluster, namespace, params.target);
    },
    truth: ({ quota }) => [{ resource: quota, faultType: fault.id, catalogueType: "quota" }],
    oracle: ({ target }, baseline): Oracle => ({ checks: [podsAdmitted(baseline), workloadRuns(baseline, target)], trials: [] }),
    evidence: (params) => [
      {
        look: REFUSALS,
        shows: [literal(refusalOf(params))],
        says: `${params.quota} refuses the new pods of ${params.target}`,
      },
      { look: kubectl(`describe ${params.quota}`), ...describes(params) },
    ],
    symptoms: (params, { namespace }) => [refusedSymptom(params.target, namespace, refusalOf(params))],
  });

const QUOTAS = "resourcequotas";

/**
 * Creates a quota in a namespace, and waits until its controller has counted what there is: before that it refuses nothing.
 *
 * @throws Error if the controller does not
 */
export const createQuota = async (
  cluster: ClusterPort,
  namespace: string,
  { name, hard }: { readonly name: string; readonly hard: Readonly<Record<string, string>> },
): Promise<void> => {
  const object: ResourceQuota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name, namespace }, spec: { hard } };
  await createObject(cluster, { resource: QUOTAS, object });
  const isCounted = async () =>
    (await getObject<ResourceQuota>(cluster, { resource: QUOTAS, namespace, name }))?.status?.used !== undefined;
  if (!(await cluster.clock.until(isCounted, { timeoutMs: COUNTED_TIMEOUT_MS }))) throw new Error(`resourcequota/${name} is not counted`);
};

const COUNTED_TIMEOUT_MS = 30_000;

/** Draws the name of a quota that is not there. */
export const quotaName = (rng: Rng, { facts }: Target): string => {
  const taken = facts["taken"] as readonly string[];
  return `resourcequota/${rng.stream("quota").pick(NAMES.filter((name) => !taken.includes(name)))}`;
};

const NAMES: readonly string[] = [
  "compute-resources",
  "namespace-quota",
  "tenant-quota",
  "workload-quota",
  "compute-limits",
  "platform-quota",
  "cost-control",
  "capacity-plan",
];

/** Names of the harmless ones, none of which a fault's has: the two can come together. */
export const OTHER_QUOTA_NAMES: readonly string[] = [
  "compute-budget",
  "project-quota",
  "shared-quota",
  "capacity-caps",
  "cost-guard",
  "tenant-budget",
  "resource-caps",
  "platform-caps",
];

/** A quota as a twin. */
export const quotaTwin = ({ namespace }: Baseline, name: string, spec: ResourceQuota["spec"]): Twin => ({
  verb: "create",
  resource: QUOTAS,
  object: { apiVersion: "v1", kind: "ResourceQuota", metadata: { name, namespace }, spec } as ResourceQuota,
});

/** Lets a quota allow other amounts. */
export const setHard = (quota: string, hard: Readonly<Record<string, string>>): ToolCall =>
  kubectl(`patch ${quota} --type=merge -p '${JSON.stringify({ spec: { hard } })}'`);

/** The repair that takes an amount out of the quota. */
export const withoutHard = ({ target, quota }: QuotaParams, field: string): Attempt => ({
  name: "take the number out of the quota",
  calls: [removeHard(quota, field), tryAgain(target)],
});

/** Lets a quota bound an amount no longer. */
export const removeHard = (quota: string, field: string): ToolCall =>
  kubectl(`patch ${quota} --type=json -p '[{"op":"remove","path":"/spec/hard/${field.replaceAll("/", "~1")}"}]'`);

/** The attempt that makes room by taking the pods of another workload away. */
export const atCostOfAnother = ({ target }: QuotaParams, baseline: Baseline): readonly Attempt[] => {
  const other = (ownObjects(baseline, "deployments.apps") as readonly Workload[]).find(
    ({ metadata: { name }, spec }) =>
      name !== nameOf(target) && (spec.replicas ?? 1) > 0 && baseline.app.components.some((component) => component.name === name),
  );
  return other === undefined
    ? []
    : [
        {
          name: "make room at the cost of another workload",
          calls: [kubectl(`scale deployment/${other.metadata.name} --replicas=0`), tryAgain(target)],
        },
      ];
};

/** Repairs that leave a quota of this name. */
export const replacements = ({ target, quota }: QuotaParams, hard: Readonly<Record<string, string>>, other: object): readonly Attempt[] => {
  const name = nameOf(quota);
  return [
    boundOther({ target, quota }, other),
    {
      name: "bound pods alone that end by a deadline",
      calls: [kubectl(`delete ${quota}`), kubectl("create -f -", quotaText(name, { hard, scopes: ["Terminating"] })), tryAgain(target)],
    },
  ];
};

/** The repair that lets the quota bound something of which there is enough. */
export const boundOther = ({ target, quota }: QuotaParams, hard: object): Attempt => ({
  name: "bound something else instead",
  calls: [replaceHard(quota, hard), tryAgain(target)],
});

/** Lets a quota bound these amounts and no others. */
export const replaceHard = (quota: string, hard: object): ToolCall => kubectl("replace -f -", quotaText(nameOf(quota), { hard }));

const quotaText = (name: string, spec: object): string =>
  JSON.stringify({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name }, spec });

/** Attempts that leave the quota as it is. */
export const sparingTheQuota = ({ target }: QuotaParams, baseline: Baseline): readonly Attempt[] => {
  const [other] = ownObjects(baseline, QUOTAS);
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    ...(other === undefined
      ? []
      : [{ name: "delete another quota", calls: [kubectl(`delete resourcequota ${other.metadata.name}`), tryAgain(target)] }]),
  ];
};
