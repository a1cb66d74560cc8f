import type { ProbeRequest, ProbeResult } from "#kube/probe.ts";
import type { World } from "../kernel/world.ts";
import { httpGet, tcpConnect } from "./http-get.ts";
import type { Caller } from "./network.ts";

/** Calls from a place in the cluster network as a port's probe asks for; the world is as it was before. */
export const probeWorld = (world: World, { from, host, port, http, timeoutMs = PROBE_TIMEOUT_MS }: ProbeRequest): ProbeResult => {
  const caller = from.labels === undefined && from.node === undefined ? strangerIn(from.namespace) : callerFrom(from);
  return http === undefined
    ? tcpConnect(world, caller, { host, port, timeoutMs })
    : httpGet(world, caller, { host, port, timeoutMs, ...http });
};

const callerFrom = ({ namespace, labels = {}, node }: ProbeRequest["from"]): Caller => ({
  namespace,
  labels,
  ...(node !== undefined && { node }),
});

/** The caller without labels of a namespace: one object, so that what the network makes of it is made once. */
const strangerIn = (namespace: string): Caller => {
  let caller = strangers.get(namespace);
  if (caller === undefined) {
    caller = Object.freeze(callerFrom({ namespace }));
    if (strangers.size >= STRANGERS_MAX) strangers.clear();
    strangers.set(namespace, caller);
  }
  return caller;
};

const strangers = new Map<string, Caller>();
const STRANGERS_MAX = 256;

const PROBE_TIMEOUT_MS = 2_000;
