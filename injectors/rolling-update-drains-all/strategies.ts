import type { Deployment } from "#kube/types/workloads.ts";
import { initPatch, type Wait } from "../wait-container.ts";

/** A workload, the pods that it gets, and what the new ones wait for. */
export interface Params extends Wait {
  readonly target: string;
  readonly replicas: number;
}

/** Bounds of a roll-out. */
type Bounds = NonNullable<NonNullable<Deployment["spec"]["strategy"]>["rollingUpdate"]>;

/** All pods at once, and none beside them. */
export const DRAINING: Bounds = { maxUnavailable: "100%", maxSurge: "0%" };

/** Bounds that a Deployment has unless told otherwise. */
export const CAREFUL: Bounds = { maxUnavailable: "25%", maxSurge: "25%" };

/** Strategic merge patch of the bounds. */
export const strategyPatch = (rollingUpdate: Bounds) => ({ spec: { strategy: { type: "RollingUpdate", rollingUpdate } } });

/** Strategic merge patch that gives the Deployment other bounds and takes the wait out of its template. */
export const mendBoth = (name: string, bounds: Bounds) => ({
  spec: { ...strategyPatch(bounds).spec, ...initPatch({ name, $patch: "delete" }).spec },
});
