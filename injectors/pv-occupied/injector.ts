import { z } from "zod";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { literal } from "../evidence.ts";
import { defineClaimFault } from "../pending-claim.ts";
import { type ClaimParams, claimParams } from "../pending-claim-params.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends ClaimParams {
  /** Claim that has the volume. */
  readonly holder: string;
}

export default defineClaimFault<Params>({
  id: "pv-occupied",
  title: "The volume that a claim wants is taken",
  words,
  twins,
  params: z.object({ ...claimParams, holder: z.string().min(1) }),
  factsOf: async (view, { namespace }) => {
    const claims = await listObjects<PersistentVolumeClaim>(view, { resource: "persistentvolumeclaims", namespace });
    const holders = claims.filter(({ status }) => status?.phase === "Bound").map(({ metadata }) => metadata.name);
    return holders.length === 0 ? "no claim of the application has a volume" : { holders };
  },
  drawOf: (rng, { facts }) => ({ holder: rng.pick(facts["holders"] as readonly string[]) }),
  wrongOf: ({ holder }, others) => {
    const volumeName = others.find(({ metadata }) => metadata.name === holder)?.spec.volumeName;
    if (volumeName === undefined) throw new Error(`persistentvolumeclaim/${holder} has no volume`);
    return { volumeName };
  },
  refusalOf: () => "already bound to a different claim",
  describes: ({ claim }) => ({
    shows: [`^  name: ${literal(claim)}$`, "^  volumeName: \\S+$"],
    says: `the claim ${claim} asks for a volume that another claim has`,
  }),
});
