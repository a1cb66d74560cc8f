import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, literal } from "./evidence.ts";
import { defineInjector, type Injector, type Place, type Target } from "./injector.ts";
import { acceptsOfClaim, rejectsOfClaim, remake } from "./pending-claim-attempts.ts";
import { claimsBound, pendingSymptom } from "./pending-claim-checks.ts";
import { type ClaimParams, claimText, wrongClaim } from "./pending-claim-params.ts";
import { drawVolume, mounting, takenVolumes } from "./single-volume.ts";
import { isLatentTemplate, sampleTemplate, templateTargets } from "./unschedulable-template.ts";
import { whyAlone } from "./why-alone.ts";

/** The parts of a fault that are particular to what is wrong with its claim. */
export interface ClaimFault<P extends ClaimParams> extends Pick<Injector<P>, "id" | "title" | "words" | "params" | "twins"> {
  /** Further facts of a place, or the reason why nothing in it is a target; missing: there are none. */
  factsOf?(view: ClusterView, place: Place): Promise<Target["facts"] | string>;
  /** Draws what is wrong. */
  drawOf(rng: Rng, target: Target): Omit<P, keyof ClaimParams>;
  /** Fields of the claim's specification that are wrong; others of the namespace are there to refer to. */
  wrongOf(params: P, others: readonly PersistentVolumeClaim[]): Partial<PersistentVolumeClaim["spec"]>;
  /** Words of the events that say why the claim gets no volume. */
  refusalOf(params: P): string;
  /** Pattern of the claim's description that shows what is wrong, and that as a sentence. */
  describes(params: P): { readonly shows: readonly string[]; readonly says: string };
}

/** Creates the fault that a Deployment gets a volume whose claim no volume is for. */
export const defineClaimFault = <P extends ClaimParams>({
  factsOf = async () => ({}),
  drawOf,
  wrongOf,
  refusalOf,
  describes,
  ...fault
}: ClaimFault<P>): Injector<P> => {
  const wrongIn = (params: P, baseline: Baseline) => wrongOf(params, ownObjects(baseline, CLAIMS) as readonly PersistentVolumeClaim[]);
  return defineInjector<P>({
    ...fault,
    version: 1,
    catalogueType: fault.id,
    layer: "storage",
    scope: "namespace",
    family: "claim",
    needs: [],
    targets: async (view, place) => {
      const facts = await factsOf(view, place);
      const claims = await listObjects(view, { resource: CLAIMS, namespace: place.namespace });
      return await templateTargets(view, place, (workload) => {
        const reason = whyAlone(workload, place) ?? (typeof facts === "string" ? facts : undefined);
        return reason ?? { ...(facts as Target["facts"]), taken: takenVolumes(workload, claims) };
      });
    },
    sample: (rng, target) => {
      const volume = drawVolume(rng.stream("volume"), target.resource, target.facts["taken"] as readonly string[]);
      return { ...sampleTemplate(rng, target), ...volume, ...drawOf(rng.stream("wrong"), target) } as P;
    },
    isLatent: isLatentTemplate,
    inject: async (cluster, params, { namespace }) => {
      const { target, rollout } = params;
      const workload = await readWorkload(cluster, namespace, target);
      if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
      const others = await listObjects<PersistentVolumeClaim>(cluster, { resource: CLAIMS, namespace });
      await createObject(cluster, { resource: CLAIMS, object: wrongClaim(params, namespace, wrongOf(params, others)) });
      await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: mounting(workload, params) } } });
    },
    truth: ({ target, claim }) => [
      {
        resource: `persistentvolumeclaim/${claim}`,
        faultType: fault.id,
        catalogueType: fault.id,
        // Who says "the claim of geo" names no claim.
        alsoNamed: [target, `persistentvolumeclaim/${nameOf(target)}`],
      },
    ],
    oracle: (params, baseline) => ({
      checks: [claimsBound(baseline, params.target, wrongIn(params, baseline)), workloadRuns(baseline, params.target)],
      trials: [],
    }),
    solve: (params) => [
      [kubectl(`describe persistentvolumeclaim ${params.claim}`), kubectl("get persistentvolumeclaims"), ...remake(params)],
      [kubectl(`rollout undo ${params.target}`)],
    ],
    accepts: acceptsOfClaim,
    rejects: (params, baseline) => rejectsOfClaim(params, claimText(params, wrongIn(params, baseline))),
    evidence: (params) => [
      {
        look: kubectl(`describe persistentvolumeclaim ${params.claim}`),
        shows: [describedAs(`persistentvolumeclaim/${params.claim}`), "^Status: +Pending$", literal(refusalOf(params))],
        says: `the claim ${params.claim} gets no volume`,
      },
      { look: kubectl(`get persistentvolumeclaim ${params.claim} -o yaml`), ...describes(params) },
    ],
    symptoms: (params, place) => [pendingSymptom(params, place, refusalOf(params))],
  });
};

const CLAIMS = "persistentvolumeclaims";
