import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Toleration } from "#kube/types/placement.ts";
import { literal } from "../evidence.ts";
import { patchMember, type SpecParams, sampleMember, specParams } from "../operator-spec.ts";
import { defineRefusedSpec } from "../refused-spec.ts";
import { EFFECTS, KEYS, misnamedEffect } from "./effects.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends SpecParams {
  readonly key: string;
  readonly value: string;
  /** Effect that no taint has. */
  readonly effect: string;
}

export default defineRefusedSpec<Params, "tolerations">({
  id: "op-toleration-invalid",
  title: "A custom resource has an invalid toleration",
  catalogueType: "invalid-toleration",
  family: "taint",
  words,
  twins,
  params: z.object({ ...specParams, key: z.string().min(1), value: z.string().min(1), effect: z.string().min(1) }),
  sample: (rng, target) => ({
    ...sampleMember(rng, target),
    ...rng.stream("key").pick(KEYS),
    effect: misnamedEffect(rng.stream("effect")),
  }),
  field: "tolerations",
  podField: "tolerations",
  refusedOf: (params) => [tolerationOf(params)],
  isValid: (tolerations) => tolerations.every(({ effect = "" }) => effect === "" || EFFECTS.includes(effect)),
  refusalOf: ({ effect }) => `effect: Unsupported value: "${effect}"`,
  lineOf: ({ effect }) => `^ +- effect: ${literal(effect)}$`,
  correctedOf: (params) => [{ ...tolerationOf(params), effect: "NoSchedule" }],
  stillWrong: (params) => {
    const { target, member, key } = params;
    const another = [{ op: "add", path: `/spec/${member}/tolerations/-`, value: { key, operator: "Exists", effect: "NoSchedule" } }];
    return [
      {
        name: "give it another effect that no taint has",
        calls: [patchMember(params, { tolerations: [{ ...tolerationOf(params), effect: "No" }] })],
      },
      { name: "tolerate the taint once more", calls: [kubectl(`patch ${target} --type=json -p '${JSON.stringify(another)}'`)] },
    ];
  },
});

const tolerationOf = ({ key, value, effect }: Params): Toleration => ({ key, operator: "Equal", value, effect }) as unknown as Toleration;
