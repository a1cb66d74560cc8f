import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads with a second container, on a port of its own or on the program's. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`container of ${name}`);
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => {
      const port = own.stream("port").chance(SAME_PORT)
        ? (spec.containers[0]?.ports?.[0]?.containerPort ?? 8080)
        : own.pick([9100, 15_020]);
      const second = {
        name: own.pick(["health-relay", "metrics-relay", "port-check", "debug-shell", "forwarder"]),
        image: "busybox:1.36",
        command: own.pick([
          ["nc", "-lk", "-p", `${port}`, "-e", "cat"],
          ["httpd", "-f", "-p", `${port}`],
        ]),
      };
      return { ...template, spec: { ...spec, containers: [...spec.containers, second] } };
    });
  });

/** Share of those on the port of the program beside them. */
const SAME_PORT = { numerator: 2, denominator: 3 } as const;
