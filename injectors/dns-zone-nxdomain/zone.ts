import type { Baseline } from "#kube/app/baseline.ts";
import { type ADDRESS_TYPES, baselineCorefile } from "../corefile.ts";

/** Ranges of names that are denied: those of the app's namespace, or all. */
export const REACHES = ["namespace", "cluster"] as const;

export interface ZoneParams {
  readonly reach: (typeof REACHES)[number];
  readonly type: (typeof ADDRESS_TYPES)[number];
  /** A Service whose name is among those denied. */
  readonly service: string;
  readonly port: number;
  /** Deployment of the name server, which is restarted to read the configuration. */
  readonly server: string;
}

/** The zone that is denied. */
export const zoneOf = (reach: ZoneParams["reach"], namespace: string): string =>
  reach === "cluster" ? SERVICES : `${namespace}.${SERVICES}`;

/** Zone of the names of all Services. */
const SERVICES = "svc.cluster.local";

/** Tells the lines on names of Services that the Corefile did not have before: also one to which the fault was narrowed. */
export const isNewLineOfZone = (baseline: Baseline): ((line: string) => boolean) => {
  const before = new Set(
    baselineCorefile(baseline)
      .split("\n")
      .map((line) => line.trim()),
  );
  return (line) => line.includes(SERVICES) && !before.has(line.trim());
};
