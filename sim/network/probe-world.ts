import type { ProbeRequest, ProbeResult } from "#kube/probe.ts";
import type { World } from "../kernel/world.ts";
import { httpGet, tcpConnect } from "./http-get.ts";
import type { Caller } from "./network.ts";

/** Calls from a place in the cluster network as a port's probe asks for; the world is as it was before. */
export const probeWorld = (world: World, { from, host, port, http, timeoutMs = PROBE_TIMEOUT_MS }: ProbeRequest): ProbeResult => {
  const caller: Caller = { namespace: from.namespace, labels: from.labels ?? {}, ...(from.node !== undefined && { node: from.node }) };
  return http === undefined
    ? tcpConnect(world, caller, { host, port, timeoutMs })
    : httpGet(world, caller, { host, port, timeoutMs, ...http });
};

const PROBE_TIMEOUT_MS = 2_000;
