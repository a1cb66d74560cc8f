import { defineBrokenBuild } from "../broken-build.ts";
import { isBusy } from "../busy-program.ts";
import { takesLonger } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "code-artificial-delay",
  version: 1,
  title: "A workload runs a build that waits in each request",
  words,
  family: "code-load",
  factsOf: ({ component, workload }) => {
    if (!isBusy(component)) return "it serves too few requests for their delay to be seen";
    const isCrowded = component.callsPerS / (workload.spec.replicas ?? 1) > CALLS_MAX_PER_S;
    return isCrowded ? "it serves so many requests that those which wait would take all of its workers" : {};
  },
  drawDefect: (rng) => ({ addedMs: 10 * rng.int(15, 40) }),
  symptoms: ({ target, defect: { addedMs = 0 } }, { namespace }) => [takesLonger(target, namespace, addedMs * 0.8)],
});

/** Requests of a pod, 1/s, of which a few hundred wait at once. */
const CALLS_MAX_PER_S = 400;
