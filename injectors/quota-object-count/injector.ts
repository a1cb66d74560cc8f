import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { drawChecksum, rollOutChecksum } from "../checksum.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { tryAgain } from "../refused-pods.ts";
import { createQuota, type QuotaParams, quotaName, quotaParams, setHard } from "../tight-quota.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, ampleSets, rejects } from "./attempts.ts";
import { judgeRoom, REPLICA_SETS, SETS_FIELD } from "./judge-room.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends QuotaParams {
  /** Number of ReplicaSets that the namespace may have. */
  readonly sets: string;
  /** Annotation of the template that changes, by which charts roll out pods whose settings are new. */
  readonly checksum: string;
}

export default defineInjector<Params>({
  id: "quota-object-count",
  version: 1,
  title: "A quota allows no further ReplicaSet",
  catalogueType: "quota",
  toldApart: true,
  layer: "admission",
  scope: "namespace",
  family: "quota",
  // It refuses the roll-out of every workload.
  masks: true,
  refusesPods: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...quotaParams, target: objectRef("deployment"), sets: z.string().regex(/^\d+$/), checksum: z.string().min(1) }),
  targets: async (view, place) => {
    const { namespace } = place;
    const [quotas, sets] = [
      await listObjects(view, { resource: "resourcequotas", namespace }),
      await listObjects(view, { resource: REPLICA_SETS, namespace }),
    ];
    const taken = quotas.map(({ metadata }) => metadata.name);
    const { targets, excluded } = await templateTargets(view, place, (workload) => {
      if (!isDeployment(workload)) return "it has no ReplicaSets";
      if (workload.spec.replicas === 0) return "it has no replicas to begin with";
      return { taken, sets: sets.length, goesFirst: workload.spec.strategy?.type === "Recreate" };
    });
    // Old pods serve on until there are new ones, unless they have to go first.
    return { targets: targets.map((target) => ({ ...target, visible: target.visible && target.facts["goesFirst"] === true })), excluded };
  },
  sample: (rng, target) => {
    const sets = Number(target.facts["sets"]);
    return {
      target: target.resource,
      quota: quotaName(rng, target),
      sets: `${rng.stream("sets").int(Math.ceil(0.85 * sets), sets)}`,
      checksum: drawChecksum(rng),
    };
  },
  inject: async (cluster, { target, quota, sets, checksum }, { namespace }) => {
    // Deployments that were made a moment ago have their ReplicaSets by then.
    if (!(await cluster.clock.until(() => areObserved(cluster, namespace), { timeoutMs: OBSERVED_TIMEOUT_MS })))
      throw new Error("the Deployments are not observed");
    await createQuota(cluster, namespace, { name: nameOf(quota), hard: { [SETS_FIELD]: sets } });
    await rollOutChecksum(cluster, namespace, { target, checksum });
  },
  truth: ({ quota }) => [{ resource: quota, faultType: "quota-object-count", catalogueType: "quota" }],
  oracle: ({ target }, baseline) => ({
    checks: [writtenDefectGone("room-for-a-roll-out", (view) => judgeRoom(view, baseline)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target, quota }, baseline) => [
    [kubectl(`describe ${quota}`), setHard(quota, { [SETS_FIELD]: `${ampleSets(baseline)}` }), tryAgain(target)],
    [kubectl(`delete ${quota}`), tryAgain(target)],
  ],
  accepts,
  rejects,
  evidence: ({ target, quota, sets }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), "ReplicaSetCreateError"],
      says: `the roll-out of ${target} cannot create its ReplicaSet`,
    },
    {
      look: kubectl(`describe ${quota}`),
      shows: [`^Name: +${literal(nameOf(quota))}$`, `^${literal(SETS_FIELD)} +\\d+ +${sets}$`],
      says: `${quota} allows ${sets} ReplicaSets, and there are as many`,
    },
  ],
  symptoms: ({ target, quota }, { namespace }) => [
    {
      name: "roll-out-refused",
      isSeen: async (view) => {
        const { status } = ((await readWorkload(view, namespace, target)) ?? {}) as Partial<Deployment>;
        return (status?.conditions ?? []).some(
          ({ reason, message }) => reason === "ReplicaSetCreateError" && message?.includes(`exceeded quota: ${nameOf(quota)}, `) === true,
        );
      },
    },
  ],
});

/** Time in which the Deployments' controller looks at each, ms. */
const OBSERVED_TIMEOUT_MS = 30_000;

const areObserved = async (view: ClusterView, namespace: string): Promise<boolean> =>
  (await listObjects<Deployment>(view, { resource: "deployments.apps", namespace })).every(
    ({ metadata, status }) => (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
  );

const isDeployment = (workload: Workload): workload is Deployment => workload.kind === "Deployment";
