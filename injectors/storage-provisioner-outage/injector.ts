import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { claimTargets, giveClaimedVolume } from "../pending-claim.ts";
import { claimsBound, pendingSymptom } from "../pending-claim-checks.ts";
import { type ClaimParams, claimParams, wrongClaim } from "../pending-claim-params.ts";
import { drawVolume } from "../single-volume.ts";
import { isLatentTemplate, sampleTemplate } from "../unschedulable-template.ts";
import { accepts, rejects, scaleProvisioner } from "./attempts.ts";
import { isProvisionerUp, PROVISIONER, provisionerRuns, stopProvisioner } from "./provisioner.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

const RESOURCE = `deployment/${PROVISIONER.namespace}/${PROVISIONER.name}`;

export default defineInjector<ClaimParams>({
  id: "storage-provisioner-outage",
  version: 1,
  title: "What makes volumes for claims has no replicas",
  catalogueType: "scale-to-zero",
  layer: "storage",
  scope: "cluster",
  family: "provisioner",
  // No claim that is made anew gets a volume.
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object(claimParams),
  targets: (view, place) =>
    claimTargets(view, place, async () => ((await isProvisionerUp(view)) ? {} : `the cluster has no ${PROVISIONER.name}`)),
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    ...drawVolume(rng.stream("volume"), target.resource, target.facts["taken"] as readonly string[]),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, params, { namespace }) => {
    await stopProvisioner(cluster);
    await giveClaimedVolume(cluster, params, wrongClaim(params, namespace, {}));
  },
  truth: () => [
    {
      resource: RESOURCE,
      faultType: "storage-provisioner-outage",
      catalogueType: "scale-to-zero",
      alsoNamed: [`deployment/${PROVISIONER.name}`],
    },
  ],
  oracle: ({ target }, baseline) => ({
    checks: [provisionerRuns, claimsBound(baseline, target), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: () => [
    [kubectl("get deployments -A"), scaleProvisioner(1)],
    [kubectl(`patch deployment ${PROVISIONER.name} -n ${PROVISIONER.namespace} -p '{"spec":{"replicas":1}}'`)],
  ],
  accepts,
  rejects,
  evidence: ({ claim }) => [
    {
      look: kubectl(`describe persistentvolumeclaim ${claim}`),
      shows: [describedAs(`persistentvolumeclaim/${claim}`), "^Status: +Pending$", REFUSAL],
      says: `the claim ${claim} waits for a volume that the provisioner is to make`,
    },
    {
      look: kubectl(`describe deployment ${PROVISIONER.name} -n ${PROVISIONER.namespace}`),
      shows: [describedAs(PROVISIONER.name), "^Replicas: +0 desired"],
      says: `${RESOURCE} asks for 0 replicas`,
    },
  ],
  symptoms: (params, place) => [pendingSymptom(params, place, REFUSAL)],
});

/** Words of the event by which a claim says what it waits for. */
const REFUSAL = "Waiting for a volume to be created either by the external provisioner";
