import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { cpuRequestOfPod } from "#kube/listings/autoscaled.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import { usageOf } from "#kube/objects/quota-usage.ts";
import { literal } from "../evidence.ts";
import { tryAgain } from "../refused-pods.ts";
import { defineQuotaFault, quotaName, quotaParams, setHard } from "../tight-quota.ts";
import { accepts, rejects } from "./attempts.ts";
import { ampleMilli, CPU_FIELD, hardCpu, milliOf, type Params } from "./cpu-amounts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineQuotaFault<Params>({
  id: "quota-cpu",
  title: "A quota allows less CPU than the app requests",
  words,
  twins,
  params: z.object({ ...quotaParams, cpu: z.string().regex(/^\d+m$/) }),
  factsOf: ({ spec }, pods) => {
    if (spec.replicas === 0) return "it has no replicas to begin with";
    const own = cpuRequestOfPod(spec.template.spec);
    if (own === undefined || pods.some((pod) => cpuRequestOfPod(pod.spec) === undefined))
      return "not all containers say how much CPU they request, and a quota would refuse those that do not";
    const others = pods.reduce((sum, pod) => sum + milliValue(usageOf("pods", pod)[CPU_FIELD]), 0) - (spec.replicas ?? 1) * own;
    return others < STEP_MILLI ? "there are no other pods whose requests a quota could allow" : { others };
  },
  // So little that all of its own pods are refused, and as much as somebody could take for enough.
  sample: (rng, target) => {
    const most = Math.floor(Number(target.facts["others"]) / STEP_MILLI);
    const steps = rng.stream("cpu").int(Math.max(1, Math.ceil(0.7 * most)), most);
    return { target: target.resource, quota: quotaName(rng, target), cpu: `${steps * STEP_MILLI}m` };
  },
  hardOf: ({ cpu }) => hardCpu(milliOf(cpu)),
  refusalOf: ({ quota }) => `exceeded quota: ${nameOf(quota)}, requested: ${CPU_FIELD}=`,
  describes: ({ quota, cpu }) => ({
    shows: [`^Name: +${literal(nameOf(quota))}$`, `^${literal(CPU_FIELD)} +\\S+ +${shown(cpu)}$`],
    says: `${quota} allows ${cpu} of CPU, which the namespace requests without the pods that are missing`,
  }),
  solve: ({ target, quota }, baseline) => [
    [kubectl(`describe ${quota}`), setHard(quota, hardCpu(ampleMilli(baseline))), tryAgain(target)],
    [kubectl(`delete ${quota}`), tryAgain(target)],
  ],
  accepts,
  rejects,
});

/** Amounts of CPU that people write are round, mCPU. */
const STEP_MILLI = 50;

/** The amount as the server writes it: whole cores without a unit. */
const shown = (cpu: string): string => (milliOf(cpu) % 1000 === 0 ? `${milliOf(cpu) / 1000}` : cpu);
