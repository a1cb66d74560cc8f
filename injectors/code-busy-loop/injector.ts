import { milliValue } from "#kube/objects/quantity.ts";
import { defineBrokenBuild } from "../broken-build.ts";
import { isMeasured, ofContainer } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "code-busy-loop",
  version: 1,
  title: "A workload runs a build that spins",
  words,
  family: "code-load",
  factsOf: ({ component, workload }) => {
    const replicas = workload.spec.replicas ?? 1;
    const { cpu } = workload.spec.template.spec.containers[0]?.resources?.limits ?? {};
    const mostMilli = cpu === undefined ? MOST_MILLI : Math.floor(0.8 * (milliValue(cpu) - component.cpuMilli / replicas));
    if (component.callsPerS / replicas < CALLS_MIN_PER_S)
      return "it serves too few requests for their work to be seen before their callers give up";
    if (component.startSeconds > START_MAX_S) return "a restart costs its users more than the loop";
    if (mostMilli < LEAST_MILLI) return "its CPU limit is below what the loop takes";
    return { callsPerS: component.callsPerS / replicas, mostMilli: Math.min(MOST_MILLI, mostMilli) };
  },
  drawDefect: (rng, { callsPerS, mostMilli }) => {
    const addedCpuMs = Math.round((10 * rng.int(LEAST_MILLI, Number(mostMilli))) / Number(callsPerS)) / 10;
    return { addedMs: addedCpuMs, addedCpuMs };
  },
  symptoms: (params, { namespace }) => [
    isMeasured("processor-is-busy", `max(rate(container_cpu_usage_seconds_total${ofContainer(params, namespace)}[1m])) > ${CORES_MIN}`),
  ],
});

/** Cores above what any program of the apps uses. */
const CORES_MIN = 0.3;

/** Requests of a pod, 1/s, by which the work is shared so finely that each takes little longer. */
const CALLS_MIN_PER_S = 5;

/** CPU that the loop takes, millicores of a pod. */
const LEAST_MILLI = 350;
const MOST_MILLI = 700;

const START_MAX_S = 10;
