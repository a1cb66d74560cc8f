import { z } from "zod";
import { literal } from "../evidence.ts";
import { patchMember, type SpecParams, sampleMember, specParams } from "../operator-spec.ts";
import { defineRefusedSpec } from "../refused-spec.ts";
import { IDS, isId, NUMBERS } from "./ids.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends SpecParams {
  readonly id: (typeof IDS)[number];
  /** Number that is none of a user or group. */
  readonly number: number;
}

export default defineRefusedSpec<Params, "podSecurityContext">({
  id: "op-security-context-invalid",
  title: "A custom resource has an invalid security context",
  catalogueType: "invalid-security-context",
  family: "operator-spec",
  words,
  twins,
  params: z.object({ ...specParams, id: z.enum(IDS), number: z.coerce.number().int() }),
  sample: (rng, target) => ({
    ...sampleMember(rng, target),
    id: rng.stream("id").pick(IDS),
    number: rng.stream("number").pick(NUMBERS),
  }),
  field: "podSecurityContext",
  podField: "securityContext",
  refusedOf: ({ id, number }) => ({ [id]: number }),
  isValid: (context) => IDS.every((id) => isId((context as Readonly<Record<string, number | undefined>>)[id] ?? 0)),
  refusalOf: ({ id, number }) => `securityContext.${id}: Invalid value: ${number}: must be between 0 and 2147483647`,
  lineOf: ({ id, number }) => `^ +${id}: ${literal(`${number}`)}$`,
  // The images run as root.
  correctedOf: ({ id }) => ({ [id]: 0 }),
  stillWrong: (params) => {
    const { id, number } = params;
    return [
      { name: "give it another number that is out of range", calls: [patchMember(params, { podSecurityContext: { [id]: -2 } })] },
      {
        name: "forbid root beside it",
        calls: [patchMember(params, { podSecurityContext: { [id]: number, runAsNonRoot: true } })],
      },
    ];
  },
});
