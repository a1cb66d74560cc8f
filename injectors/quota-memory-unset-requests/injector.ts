import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { sumQuantities, unitValue } from "#kube/objects/quantity.ts";
import { usageOf } from "#kube/objects/quota-usage.ts";
import { literal } from "../evidence.ts";
import { tryAgain } from "../refused-pods.ts";
import { defineQuotaFault, quotaName, quotaParams } from "../tight-quota.ts";
import { accepts, rejects } from "./attempts.ts";
import { FIELDS, type Field, lackingContainers, type Params } from "./lacking-containers.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineQuotaFault<Params>({
  id: "quota-memory-unset-requests",
  title: "A quota on memory refuses pods that say nothing of it",
  words,
  twins,
  params: z.object({ ...quotaParams, field: z.enum(FIELDS), amount: z.string().regex(/^\d+Gi$/) }),
  factsOf: ({ spec }, pods) => {
    const fields = FIELDS.filter((field) => lackingContainers(spec.template.spec, field).length > 0);
    if (fields.length === 0) return "each of its containers says how much memory it requests and may use";
    const used = (field: Field) => unitValue(sumQuantities(pods.map((pod) => usageOf("pods", pod)[field] ?? "0"))) / 2 ** 30;
    return { fields, usedGi: Math.max(...fields.map(used)) };
  },
  sample: (rng, target) => ({
    target: target.resource,
    quota: quotaName(rng, target),
    field: rng.stream("field").pick(target.facts["fields"] as readonly Field[]),
    amount: `${rng.stream("amount").pick(AMOUNTS_GI.filter((amount) => amount >= 1.5 * Number(target.facts["usedGi"])).slice(0, 5))}Gi`,
  }),
  hardOf: ({ field, amount }) => ({ [field]: amount }),
  refusalOf: ({ quota, field }) => `failed quota: ${quota.slice(quota.indexOf("/") + 1)}: must specify ${field} for: `,
  describes: ({ target, quota, field, amount }) => ({
    shows: [`^Name: +${literal(quota.slice(quota.indexOf("/") + 1))}$`, `^${literal(field)} +\\S+ +${amount}$`],
    says: `${quota} bounds ${field}, of which pods of ${target} say nothing`,
  }),
  solve: ({ target, quota, field }) => [
    [kubectl(`delete ${quota}`), tryAgain(target)],
    [
      kubectl(`get ${quota} -o jsonpath={.spec.hard}`),
      kubectl(`patch ${quota} --type=json -p '[{"op":"remove","path":"/spec/hard/${field}"}]'`),
      tryAgain(target),
    ],
  ],
  accepts,
  rejects,
});

const AMOUNTS_GI: readonly number[] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128];
