import { kubectl } from "#core/tool-call.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { replaceClaim } from "../pending-claim-attempts.ts";
import { claimText } from "../pending-claim-params.ts";
import type { SmallVolumeParams } from "./small-volume.ts";

/** The repair that asks for no more than the volume has. */
export const fittingClaim = (params: SmallVolumeParams): Attempt => {
  const { disk: volumeName, capacity: storage } = params;
  const text = claimText(params, { storageClassName: "", volumeName, resources: { requests: { storage } } });
  return { name: "ask for as much as the volume has", calls: replaceClaim(params, text) };
};

/** The repair that says more of the volume: a directory on a node is as large as its disk. */
export const largerVolume = ({ disk, size }: SmallVolumeParams): Attempt => ({
  name: "give the volume the capacity",
  calls: [kubectl(`patch persistentvolume ${disk} -p '${JSON.stringify({ spec: { capacity: { storage: size } } })}'`)],
});
