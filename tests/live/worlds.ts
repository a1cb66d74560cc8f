import { openRealWorld, realKubeconfig } from "./real-world.ts";
import type { SmallWorld } from "./small-world.ts";

/** A kind of cluster that the small app is tried in. */
export interface WorldKind {
  /** For names of tests; says why when it is absent. */
  readonly title: string;
  readonly isAbsent: boolean;
  readonly isReal: boolean;
  open(): Promise<SmallWorld>;
}

const kubeconfig = realKubeconfig();

/** Both worlds; what is true of one is to be true of the other. */
export const WORLDS: readonly WorldKind[] = [
  {
    title: "a simulated cluster",
    isAbsent: false,
    isReal: false,
    open: async () => (await import("./simulated-world.ts")).openSimulatedWorld(),
  },
  {
    title: `a real cluster${kubeconfig === undefined ? " (skipped: KUBEDRILL_TEST_KUBECONFIG names none)" : ""}`,
    isAbsent: kubeconfig === undefined,
    isReal: true,
    open: () => openRealWorld(kubeconfig ?? ""),
  },
];
