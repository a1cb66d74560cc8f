import type { AppWorkload } from "#kube/listings/list-workloads.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import { defineBrokenBuild } from "../broken-build.ts";
import { isBusy } from "../busy-program.ts";
import { isMeasured, ofContainer } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineBrokenBuild({
  id: "code-memory-leak",
  version: 1,
  title: "A workload runs a build that leaks memory",
  words,
  family: "memory",
  isVisible: (own) => own.component.userShare > 0 && roomMiB(own) !== undefined,
  factsOf: (own) =>
    isBusy(own.component)
      ? { callsPerS: own.component.callsPerS / (own.workload.spec.replicas ?? 1), roomMiB: roomMiB(own) ?? 0 }
      : "it serves too few requests for what they leave behind to be seen",
  // A limit is reached within two minutes; without one the node's memory lasts for hours.
  drawDefect: (rng, { callsPerS, roomMiB: room }) => {
    const growthMiBPerS = room === 0 ? rng.int(12, 40) / 60 : Number(room) / rng.int(50, 100);
    return { leakKiB: Math.max(1, Math.round((10 * 1024 * growthMiBPerS) / Number(callsPerS))) / 10 };
  },
  symptoms: (params, { namespace }) => [
    isMeasured("memory-grows", `max(deriv(container_memory_working_set_bytes${ofContainer(params, namespace)}[1m])) > ${GROWTH_MIN}`),
  ],
});

/** Growth that no start or load of a program comes to for a minute, bytes a second. */
const GROWTH_MIN = 120_000;

/** Memory between what the program needs and its limit, MiB; undefined where it has none. */
const roomMiB = ({ component, workload }: AppWorkload): number | undefined => {
  const limit = workload.spec.template.spec.containers[0]?.resources?.limits?.["memory"];
  return limit === undefined ? undefined : Math.max(1, unitValue(limit) / 1024 ** 2 - component.idleMiB);
};
