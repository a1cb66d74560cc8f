import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads of which some would take a port of their node that is free, and others one that monitoring has. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const drawn = rng.stream(`host port of ${name}`).pick(["same", 9100, 9100, 18_080]);
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ ports = [] }) => ({
        ports: ports.map((port, i) => (i === 0 ? { ...port, hostPort: drawn === "same" ? port.containerPort : Number(drawn) } : port)),
      })),
    );
  });
