import { openRealWorld, realKubeconfig } from "./real-world.ts";
import type { SmallWorld } from "./small-world.ts";

/** A kind of cluster for the small app. */
export interface WorldKind {
  /** Title for tests; says why it is absent if it is. */
  readonly title: string;
  readonly isAbsent: boolean;
  readonly isReal: boolean;
  open(): Promise<SmallWorld>;
}

const kubeconfig = realKubeconfig();

/** Both worlds; the same must hold for both. */
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
