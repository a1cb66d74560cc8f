import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Workloads to come whose variables bound their work and their calls, low and high. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng.stream("names"), baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const bounds = [
      { name: `${own.pick(PREFIXES)}_QPS_LIMIT`, value: `${own.pick([20, 40, 60, 90, 120, 500])}` },
      { name: `${own.pick(PREFIXES)}_QUEUE_CAPACITY`, value: `${own.pick([64, 128, 256, 512])}` },
      { name: `${own.pick(PREFIXES)}_RPC_MAX_ATTEMPTS`, value: `${own.int(1, 5)}` },
      { name: `${own.pick(PREFIXES)}_RPC_TIMEOUT_MS`, value: `${own.pick([500, 600, 750, 1000])}` },
    ];
    return idleSet(own, baseline, name, (template) => {
      const [first, ...rest] = template.spec.containers;
      if (first === undefined) return template;
      return { ...template, spec: { ...template.spec, containers: [{ ...first, env: [...(first.env ?? []), ...bounds] }, ...rest] } };
    });
  });

const PREFIXES: readonly string[] = ["BACKEND", "UPSTREAM", "PARTNER", "WORKER"];
