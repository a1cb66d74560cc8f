import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, manifestText, restartPods, rollBack, scaleDown, tolerateAll } from "#kube/checks/attempts.ts";
import { remake } from "../pending-claim-attempts.ts";
import type { ClaimParams } from "../pending-claim-params.ts";
import { PROVISIONER } from "./provisioner.ts";

const { namespace, name } = PROVISIONER;

/** Scales what makes volumes. */
export const scaleProvisioner = (replicas: number): ToolCall => kubectl(`scale deployment ${name} -n ${namespace} --replicas=${replicas}`);

export const accepts = (params: ClaimParams, baseline: Baseline): readonly Attempt[] => [
  {
    name: "replace the Deployment by the cluster's",
    calls: [kubectl("replace -f -", manifestText(baseline, `deployment/${namespace}/${name}`))],
  },
  { name: "run one replica more than before", calls: [scaleProvisioner(2)] },
  {
    name: "roll the template back as well",
    calls: [scaleProvisioner(1), ...rollBack(params.target).calls],
  },
];

export const rejects = (params: ClaimParams): readonly Attempt[] => [
  rollBack(params.target),
  restartPods(params.target),
  scaleDown(params.target),
  tolerateAll(params.target),
  { name: "make the claim anew", calls: remake(params) },
  { name: "make a volume by hand", calls: [kubectl("create -f -", volumeText(params))] },
  { name: "restart what makes volumes", calls: [kubectl(`rollout restart deployment ${name} -n ${namespace}`)] },
];

/** A directory on whichever node the pod is on. */
const volumeText = ({ claim }: ClaimParams): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: claim },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "standard",
      hostPath: { path: `/var/lib/${claim}`, type: "DirectoryOrCreate" },
    },
  });
