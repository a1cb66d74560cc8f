import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** The first failure of the infrastructure during a command. */
export interface Loss {
  cause: unknown;
}

/**
 * The same cluster, which keeps the first failure of its calls.
 *
 * Commands collect what goes wrong with single objects and tell it at the end; a cluster that is lost, or a wait that
 * was too long, must not become a line of theirs.
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
