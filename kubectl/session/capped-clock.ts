import type { Clock } from "#core/clock.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** Error of a command that waits longer than one action may take. */
export class WaitLimitReached extends Error {
  override readonly name = "WaitLimitReached";
}

/** Wraps a cluster so that one command waits at most `limitMs`. */
export const withWaitLimit = (cluster: ClusterPort, limitMs: number): ClusterPort => ({
  clock: cappedClock(cluster.clock, limitMs),
  disturb: cluster.disturb,
  read: (request) => cluster.read(request),
  write: (request) => cluster.write(request),
  query: (request) => cluster.query(request),
  probe: (request) => cluster.probe(request),
  exec: (request) => cluster.exec(request),
  attach: (request) => cluster.attach(request),
  revision: (resource) => cluster.revision(resource),
});

const cappedClock = (clock: Clock, limitMs: number): Clock => {
  const deadline = clock.nowMs() + limitMs;
  const left = (): number => Math.max(0, deadline - clock.nowMs());
  return {
    nowMs: () => clock.nowMs(),
    sleep: async (ms) => {
      if (ms <= left()) return clock.sleep(ms);
      await clock.sleep(left());
      throw new WaitLimitReached();
    },
    until: async (predicate, options) => {
      if (options.timeoutMs <= left()) return clock.until(predicate, options);
      if (await clock.until(predicate, { ...options, timeoutMs: left() })) return true;
      throw new WaitLimitReached();
    },
  };
};
