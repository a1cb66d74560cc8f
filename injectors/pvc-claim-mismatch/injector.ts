import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, templateParams, templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { claimPatch, claimsByPath, claimVolumes, type Params } from "./claim-volumes.ts";
import { misnamedClaim } from "./misnamed-claim.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "pvc-claim-mismatch",
  version: 1,
  title: "A workload mounts a volume claim that does not exist",
  catalogueType: "pvc-reference",
  layer: "storage",
  scope: "namespace",
  family: "claim",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, volume: z.string().min(1), claim: z.string().min(1) }),
  targets: async (view, place) => {
    const claims = await listObjects(view, { resource: "persistentvolumeclaims", namespace: place.namespace });
    const taken = claims.map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, (workload) => {
      const [volume] = claimVolumes(workload);
      if (volume !== undefined) return { volume: volume.name, claim: volume.claim, taken };
      return "volumeClaimTemplates" in workload.spec ? "its claims are named after its pods" : undefined;
    });
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    volume: `${target.facts["volume"]}`,
    claim: misnamedClaim(rng.stream("claim"), `${target.facts["claim"]}`, target.facts["taken"] as readonly string[]),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, volume, claim, rollout }, { namespace }) =>
    await rollOut(cluster, { namespace, target, way: rollout }, claimPatch(volume, claim)),
  truth: ({ target }) => [{ resource: target, faultType: "pvc-claim-mismatch", catalogueType: "pvc-reference" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      workloadCondition({ name: "data-mounted", baseline, target }, (workload) => {
        const now = claimsByPath(workload);
        const lost = claimsByPath(baselineWorkload(baseline, target)).find(
          ({ path, claim }) => now.find((one) => one.path === path)?.claim !== claim,
        );
        return lost === undefined
          ? { held: true, evidence: `${target} mounts the claims that hold its data` }
          : { held: false, evidence: `${target} does not have claim ${lost.claim} at ${lost.path}` };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, volume }, baseline) => {
    const claim = claimVolumes(baselineWorkload(baseline, target)).find(({ name }) => name === volume)?.claim ?? "";
    return [
      [kubectl("get persistentvolumeclaims"), kubectl(`patch ${target} -p '${JSON.stringify(claimPatch(volume, claim))}'`)],
      [kubectl(`rollout undo ${target}`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, claim }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +ClaimName: +${literal(claim)}$`, `persistentvolumeclaim "${literal(claim)}" not found`],
      says: `pods of ${target} mount the claim ${claim}, which does not exist`,
    },
  ],
  symptoms: ({ target, claim, rollout }, { namespace }) => [
    {
      name: "claim-not-found",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const stuck = pods.filter(({ status }) =>
          status?.conditions?.some(({ type, message }) => type === "PodScheduled" && message?.includes(`"${claim}" not found`) === true),
        );
        return stuck.length > 0 && (rollout === "rolling" || stuck.length === pods.length);
      },
    },
  ],
});
