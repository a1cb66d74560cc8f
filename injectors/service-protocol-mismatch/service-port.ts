import type { Baseline } from "#kube/app/baseline.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import type { Service } from "#kube/types/network.ts";
import { portIndex } from "../service-ports.ts";

/** A Service, and the number of its port whose protocol is wrong. */
export interface Params {
  readonly service: string;
  readonly port: number;
}

/** JSON patch of the protocol of one port. */
export const protocolPatch = (index: number, value: "TCP" | "UDP") => [
  { op: "replace" as const, path: `/spec/ports/${index}/protocol`, value },
];

/** Text of the JSON patch that gives the port its former protocol. */
export const protocolText = (baseline: Baseline, service: string, port: number): string =>
  JSON.stringify(protocolPatch(portIndex(baselineTarget<Service>(baseline, service), port), "TCP"));
