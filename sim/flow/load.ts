import type { Caller } from "../network/connections/connection.ts";

/** Caller of the load, outside the cluster: no namespace, no labels, and an address that only ipBlocks match. */
export const LOAD_CALLER: Caller = { namespace: "", labels: {}, podIP: "192.0.2.10" };

/** Patience of the load's clients, in ms. */
export const LOAD_TIMEOUT_MS = 2000;
