import { z } from "zod";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { literal } from "../evidence.ts";
import { defineClaimFault } from "../pending-claim.ts";
import { claimParams } from "../pending-claim-params.ts";
import { fittingClaim, largerVolume } from "./attempts.ts";
import { drawSmallVolume, type SmallVolumeParams, smallVolume } from "./small-volume.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

const VOLUMES = "persistentvolumes";

export default defineClaimFault<SmallVolumeParams>({
  id: "pvc-capacity-mismatch",
  title: "A claim asks for more than its volume has",
  // Volumes belong to no namespace.
  scope: "cluster",
  words,
  twins,
  params: z.object({ ...claimParams, disk: z.string().min(1), capacity: z.string().min(1), size: z.string().min(1) }),
  factsOf: async (view) => ({ disks: (await listObjects(view, { resource: VOLUMES })).map(({ metadata }) => metadata.name) }),
  drawOf: drawSmallVolume,
  prepare: async (cluster, params) => void (await createObject(cluster, { resource: VOLUMES, object: smallVolume(params) })),
  recover: async (cluster, { disk: name }) => {
    if ((await getObject(cluster, { resource: VOLUMES, name })) !== undefined) await deleteObject(cluster, { resource: VOLUMES, name });
  },
  wrongOf: ({ disk, size }) => ({ storageClassName: "", volumeName: disk, resources: { requests: { storage: size } } }),
  refusalOf: () => "requested PV is too small",
  describes: ({ claim, size }) => ({
    shows: [`^  name: ${literal(claim)}$`, `^ +storage: ${literal(size)}$`],
    says: `the claim ${claim} asks for ${size}, which the volume that it names does not have`,
  }),
  alsoNamed: ({ disk }) => [`persistentvolume/${disk}`],
  furtherAccepts: (params) => [fittingClaim(params), largerVolume(params)],
});
