import { z } from "zod";
import { literal } from "../evidence.ts";
import { defineClaimFault } from "../pending-claim.ts";
import { type ClaimParams, claimParams } from "../pending-claim-params.ts";
import { drawMode } from "./modes.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends ClaimParams {
  readonly mode: string;
}

export default defineClaimFault<Params>({
  id: "pvc-access-mode-mismatch",
  title: "No volume has the access mode of a claim",
  words,
  twins,
  params: z.object({ ...claimParams, mode: z.enum(["ReadWriteMany", "ReadOnlyMany"]) }),
  drawOf: (rng) => ({ mode: drawMode(rng) }),
  wrongOf: ({ mode }) => ({ accessModes: [mode] }),
  refusalOf: () => "only supports ReadWriteOnce and ReadWriteOncePod",
  describes: ({ claim, mode }) => ({
    shows: [`^  name: ${literal(claim)}$`, `^  - ${mode}$`],
    says: `the claim ${claim} asks for the access mode ${mode}, which the volumes of its class do not have`,
  }),
});
