import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
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
export interface ClaimFault<P extends ClaimParams> extends Pick<Injector<P>, "id" | "title" | "words" | "params" | "twins" | "recover"> {
  /** Missing: the namespace. */
  readonly scope?: Injector<P>["scope"];
  /** Further facts of a place, or the reason why nothing in it is a target; missing: there are none. */
  readonly factsOf?: FactsOf;
  /** Draws what is wrong. */
  drawOf(rng: Rng, target: Target): Omit<P, keyof ClaimParams>;
  /** Makes what has to be there before the claim; missing: nothing has. */
  prepare?(cluster: ClusterPort, params: P): Promise<void>;
  /** Repairs that others of these faults do not have; missing: there are none. */
  furtherAccepts?(params: P): readonly Attempt[];
  /** Further resources by which a claim of the same type names it; missing: there are none. */
  alsoNamed?(params: P): readonly string[];
  /** Fields of the claim's specification that are wrong; others of the namespace are there to refer to. */
  wrongOf(params: P, others: readonly PersistentVolumeClaim[]): Partial<PersistentVolumeClaim["spec"]>;
  /** Words of the events that say why the claim gets no volume. */
  refusalOf(params: P): string;
  /** Pattern of the claim's description that shows what is wrong, and that as a sentence. */
  describes(params: P): { readonly shows: readonly string[]; readonly says: string };
}

type FactsOf = (view: ClusterView, place: Place) => Promise<Target["facts"] | string>;

/** Creates the fault that a Deployment gets a volume whose claim no volume is for. */
export const defineClaimFault = <P extends ClaimParams>({
  scope = "namespace",
  factsOf = async () => ({}),
  drawOf,
  prepare = async () => {},
  furtherAccepts = () => [],
  alsoNamed = () => [],
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
    scope,
    family: "claim",
    needs: [],
    targets: (view, place) => claimTargets(view, place, factsOf),
    sample: (rng, target) => {
      const volume = drawVolume(rng.stream("volume"), target.resource, target.facts["taken"] as readonly string[]);
      return { ...sampleTemplate(rng, target), ...volume, ...drawOf(rng.stream("wrong"), target) } as P;
    },
    isLatent: isLatentTemplate,
    inject: async (cluster, params, { namespace }) => {
      await prepare(cluster, params);
      const others = await listObjects<PersistentVolumeClaim>(cluster, { resource: CLAIMS, namespace });
      await giveClaimedVolume(cluster, params, wrongClaim(params, namespace, wrongOf(params, others)));
    },
    truth: (params) => {
      const { target, claim } = params;
      const resource = `persistentvolumeclaim/${claim}`;
      // Who says "the claim of geo" names no claim.
      const others = [target, `persistentvolumeclaim/${nameOf(target)}`, ...alsoNamed(params)];
      return [{ resource, faultType: fault.id, catalogueType: fault.id, alsoNamed: others }];
    },
    oracle: (params, baseline) => ({
      checks: [claimsBound(baseline, params.target, wrongIn(params, baseline)), workloadRuns(baseline, params.target)],
      trials: [],
    }),
    solve: (params) => [
      [kubectl(`describe persistentvolumeclaim ${params.claim}`), kubectl("get persistentvolumeclaims"), ...remake(params)],
      [kubectl(`rollout undo ${params.target}`)],
    ],
    accepts: (params, baseline) => [...furtherAccepts(params), ...acceptsOfClaim(params, baseline)],
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

/** Lists the Deployments without state as targets: those that can get a further volume. */
export const claimTargets = async (view: ClusterView, place: Place, factsOf: FactsOf): ReturnType<typeof templateTargets> => {
  const facts = await factsOf(view, place);
  const claims = await listObjects(view, { resource: CLAIMS, namespace: place.namespace });
  return await templateTargets(view, place, (workload) => {
    const reason = whyAlone(workload, place) ?? (typeof facts === "string" ? facts : undefined);
    return reason ?? { ...(facts as Target["facts"]), taken: takenVolumes(workload, claims) };
  });
};

/** Makes a claim, and rolls out pods that have its volume. */
export const giveClaimedVolume = async (cluster: ClusterPort, params: ClaimParams, claim: PersistentVolumeClaim): Promise<void> => {
  const { target, rollout } = params;
  const { namespace = "" } = claim.metadata;
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  await createObject(cluster, { resource: CLAIMS, object: claim });
  await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: mounting(workload, params) } } });
};

const CLAIMS = "persistentvolumeclaims";
