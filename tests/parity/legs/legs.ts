import { join } from "node:path";
import { createEndpointLeg } from "./endpoint-leg.ts";
import { findKubectl, NO_KUBECTL } from "./find-kubectl.ts";
import type { Leg } from "./leg.ts";
import { createProgramLeg } from "./program-leg.ts";
import { findRealCluster, NO_CLUSTER } from "./real-cluster.ts";
import { createSimulatedLeg } from "./simulated-leg.ts";

/**
 * Opens a leg by its name.
 *
 * @throws Error that says what the leg lacks on this machine
 */
export const openLeg = async (name: string): Promise<Leg> => {
  const open = LEGS[name];
  if (open === undefined) throw new Error(`no leg ${name}; there are ${Object.keys(LEGS).join(", ")}`);
  return open();
};

const LEGS: Readonly<Record<string, () => Promise<Leg>>> = {
  "in-process": async () => createSimulatedLeg(),
  endpoint: async () => {
    const kubectl = findKubectl();
    if (kubectl === undefined) throw new Error(NO_KUBECTL);
    return createEndpointLeg(kubectl);
  },
  real: async () => {
    const kubectl = findKubectl();
    if (kubectl === undefined) throw new Error(NO_KUBECTL);
    const cluster = findRealCluster(kubectl);
    if (cluster === undefined) throw new Error(NO_CLUSTER);
    return createProgramLeg({ title: "kubectl on a real cluster", program: [kubectl], ...cluster });
  },
  "in-process-real": async () => {
    const kubectl = findKubectl();
    const cluster = kubectl === undefined ? undefined : findRealCluster(kubectl);
    if (cluster === undefined) throw new Error(kubectl === undefined ? NO_KUBECTL : NO_CLUSTER);
    const program = [process.execPath, join(import.meta.dirname, "../../../cli/main.ts"), "kubectl"];
    return createProgramLeg({ title: "the in-process kubectl on a real cluster", program, ...cluster });
  },
};
