/** A backend: simulated, namespaces of a real cluster, or a kind cluster. */
export type Backend = keyof typeof BACKENDS;

/** Names of backends on the wire. */
export const BACKENDS = { sim: "BACKEND_SIM", namespaces: "BACKEND_NAMESPACES", kind: "BACKEND_KIND" } as const;
