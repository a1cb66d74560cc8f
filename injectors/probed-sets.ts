import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ProbeField } from "#kube/checks/wrong-probe.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import { type EndingProbe, RHYTHMS } from "./early-probe.ts";
import { idleSet } from "./idle-set.ts";
import { neighbourNames, type Twin } from "./twin.ts";

/** Draws idle workloads with a probe that asks a port of its own, by one of the paths; without any it connects alone. */
export const drawProbedSets = (rng: Rng, baseline: Baseline, field: ProbeField, paths: readonly string[]): readonly Twin[] =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`probe of ${name}`);
    const asked =
      paths.length === 0 ? { tcpSocket: { port: own.pick(PORTS) } } : { httpGet: { path: own.pick(paths), port: own.pick(PORTS) } };
    const probe = {
      ...asked,
      initialDelaySeconds: 10,
      periodSeconds: 10,
      failureThreshold: 1,
    };
    return idleSet(rng.stream(name), baseline, name, (template) => withContainer(template, () => ({ [field]: probe })));
  });

/** Draws idle workloads with a probe that asks their own port, and soon gives up. */
export const drawHastySets = (rng: Rng, baseline: Baseline, field: EndingProbe): readonly Twin[] =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const rhythm = rng.stream(`rhythm of ${name}`).pick(RHYTHMS);
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ ports }) => ({ [field]: { tcpSocket: { port: ports?.[0]?.containerPort ?? 8080 }, ...rhythm } })),
    );
  });

/** Ports on which programs are managed. */
const PORTS: readonly number[] = [8080, 8090, 9000, 10_250];
