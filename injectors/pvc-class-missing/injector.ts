import { z } from "zod";
import { literal } from "../evidence.ts";
import { defineClaimFault } from "../pending-claim.ts";
import { type ClaimParams, claimParams } from "../pending-claim-params.ts";
import { drawMissingClass, storageClassNames } from "../storage-classes.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends ClaimParams {
  /** Name of the class that the claim asks for. */
  readonly storageClass: string;
}

export default defineClaimFault<Params>({
  id: "pvc-class-missing",
  title: "A claim names a storage class that does not exist",
  words,
  twins,
  params: z.object({ ...claimParams, storageClass: z.string().min(1) }),
  factsOf: async (view) => ({ classes: await storageClassNames(view) }),
  drawOf: (rng, { facts }) => ({ storageClass: drawMissingClass(rng, facts["classes"] as readonly string[]) }),
  wrongOf: ({ storageClass }) => ({ storageClassName: storageClass }),
  refusalOf: ({ storageClass }) => `storageclass.storage.k8s.io "${storageClass}" not found`,
  describes: ({ claim, storageClass }) => ({
    shows: [`^  name: ${literal(claim)}$`, `^  storageClassName: ${literal(storageClass)}$`],
    says: `the claim ${claim} asks for the storage class ${storageClass}, which is not there`,
  }),
});
