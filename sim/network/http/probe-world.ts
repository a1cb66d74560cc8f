import { keepUpTo } from "#core/keep-up-to.ts";
import type { ProbeRequest, ProbeResult } from "#kube/ports/probe.ts";
import type { World } from "../../kernel/world.ts";
import type { Caller } from "../connections/connection.ts";
import { httpGet, tcpConnect } from "./http-get.ts";

/** Calls from a place in the cluster network as a port's probe asks for; the world is as it was before. */
export const probeWorld = (world: World, { from, host, port, http, timeoutMs = PROBE_TIMEOUT_MS }: ProbeRequest): ProbeResult => {
  const caller = from.labels === undefined && from.node === undefined ? callerWithoutLabels(from.namespace) : callerFrom(from);
  return http === undefined
    ? tcpConnect(world, caller, { host, port, timeoutMs })
    : httpGet(world, caller, { host, port, timeoutMs, ...http });
};

const callerFrom = ({ namespace, labels = {}, node }: ProbeRequest["from"]): Caller => ({
  namespace,
  labels,
  ...(node !== undefined && { node }),
});

/** Caller without labels in a namespace: one object, so that results for it are cached. */
const callerWithoutLabels = (namespace: string): Caller => keptCaller(namespace, () => Object.freeze(callerFrom({ namespace })));

const keptCaller = keepUpTo<string, Caller>(256);

const PROBE_TIMEOUT_MS = 2_000;
