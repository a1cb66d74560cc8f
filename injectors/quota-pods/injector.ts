import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { literal } from "../evidence.ts";
import { amplePods, raise } from "../quota-on-pods.ts";
import { tryAgain } from "../refused-pods.ts";
import { defineQuotaFault, type QuotaParams, quotaName, quotaParams } from "../tight-quota.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends QuotaParams {
  /** Number of pods that the namespace may have. */
  readonly pods: string;
}

export default defineQuotaFault<Params>({
  id: "quota-pods",
  title: "A quota allows fewer pods than the app has",
  words,
  twins,
  params: z.object({ ...quotaParams, pods: z.string().regex(/^\d+$/) }),
  factsOf: ({ spec }, pods) => {
    const others = pods.length - (spec.replicas ?? 1);
    if (spec.replicas === 0) return "it has no replicas to begin with";
    return others < 1 ? "there are no other pods that a quota could allow" : { others };
  },
  // So few that all of its own pods are refused, and as many as somebody could take for enough.
  sample: (rng, target) => {
    const others = Number(target.facts["others"]);
    return { target: target.resource, quota: quotaName(rng, target), pods: `${rng.stream("pods").int(Math.ceil(0.7 * others), others)}` };
  },
  hardOf: ({ pods }) => ({ pods }),
  refusalOf: ({ quota }) => `exceeded quota: ${nameOf(quota)}, requested: pods=1, `,
  describes: ({ quota, pods }) => ({
    shows: [`^Name: +${literal(nameOf(quota))}$`, `^pods +\\d+ +${pods}$`],
    says: `${quota} allows ${pods} pods, which the namespace has without those that are missing`,
  }),
  solve: ({ target, quota }, baseline) => [
    [kubectl(`describe ${quota}`), raise(quota, amplePods(baseline)), tryAgain(target)],
    [kubectl(`delete ${quota}`), tryAgain(target)],
  ],
  accepts,
  rejects,
});
