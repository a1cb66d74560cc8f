import { z } from "zod";
import { literal } from "../evidence.ts";
import { defineClaimFault } from "../pending-claim.ts";
import { type ClaimParams, claimParams } from "../pending-claim-params.ts";
import { drawSelector, type LabelPair, selecting } from "./selecting.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineClaimFault<ClaimParams & LabelPair>({
  id: "pvc-selector-mismatch",
  title: "A claim selects no volume",
  words,
  twins,
  params: z.object({ ...claimParams, key: z.string().min(1), value: z.string().min(1) }),
  drawOf: drawSelector,
  wrongOf: selecting,
  refusalOf: () => "claim.Spec.Selector is not supported",
  describes: ({ claim, key, value }) => ({
    shows: [`^  name: ${literal(claim)}$`, "^  selector:$", `^ +${literal(key)}: ${literal(value)}$`],
    says: `the claim ${claim} wants a volume with the label ${key}=${value}, and no volume has labels`,
  }),
});
