import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** The first failure of the infrastructure during a command. */
export interface Loss {
  cause: unknown;
}

/**
 * Wraps a cluster so that the first failure of its calls is stored.
 *
 * Commands collect failures of single objects and print them at the end; a lost cluster, or a wait beyond the limit,
 * must not be one of them.
 */
export const rememberLoss = (cluster: ClusterPort, loss: Loss): ClusterPort => {
  const keep = (cause: unknown): never => {
    loss.cause ??= cause;
    throw cause;
  };
  return {
    clock: {
      nowMs: () => cluster.clock.nowMs(),
      sleep: (ms) => cluster.clock.sleep(ms).catch(keep),
      until: (predicate, options) => cluster.clock.until(predicate, options).catch(keep),
    },
    disturb: cluster.disturb,
    read: (request) => cluster.read(request).catch(keep),
    write: (request) => cluster.write(request).catch(keep),
    query: (request) => cluster.query(request).catch(keep),
    probe: (request) => cluster.probe(request).catch(keep),
    exec: (request) => cluster.exec(request).catch(keep),
    attach: (request) => cluster.attach(request).catch(keep),
    revision: (resource) => cluster.revision(resource),
  };
};
