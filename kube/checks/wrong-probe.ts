import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "../app/baseline.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import { type RollOut, rollOut } from "../verbs/roll-out.ts";
import { type Attempt, patchContainer } from "./attempts.ts";
import { baselineWorkload, containerOf, defectGone } from "./fault-checks.ts";
import { objectRef } from "./fault-target.ts";
import { isAnswered } from "./is-answered.ts";
import type { Check } from "./oracle.ts";
import { readWorkload, type Workload } from "./workload.ts";

/** A probe of the first container that asks a port on which nothing listens. */
export interface WrongPort {
  readonly target: string;
  readonly container: string;
  /** Path of an HTTP request; missing: it opens a TCP connection alone. */
  readonly path?: string;
  readonly port: number;
}

/** Such a probe over HTTP. */
export interface WrongProbe extends WrongPort {
  readonly path: string;
}

/** Field of the container that holds the probe. */
export type ProbeField = "livenessProbe" | "readinessProbe" | "startupProbe";

const TARGET = { target: objectRef("deployment", "statefulset"), container: z.string().min(1) };
const PORT = z.int().min(1).max(65_535);

/** The parameters of a wrong probe over HTTP. */
export const wrongProbeParams = z.object({ ...TARGET, path: z.string().startsWith("/"), port: PORT });

/** The parameters of a wrong probe that opens a connection alone. */
export const wrongPortParams = z.object({ ...TARGET, port: PORT });

/** Facts of a workload that `sampleWrongProbe` uses. */
export const probeFactsOf = ({ spec }: Workload) => ({
  container: spec.template.spec.containers[0]?.name ?? "",
  ports: spec.template.spec.containers.flatMap(({ ports }) => ports ?? []).map(({ containerPort }) => `${containerPort}`),
});

interface Probed {
  readonly resource: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Draws a path and a port that no container of the workload uses. */
export const sampleWrongProbe = (rng: Rng, target: Probed, paths: readonly string[]): WrongProbe => {
  const path = rng.pick(paths);
  const { port, ...place } = sampleWrongPort(rng, target);
  return { ...place, path, port };
};

/** Draws a port that no container of the workload uses. */
export const sampleWrongPort = (rng: Rng, { resource, facts }: Probed): WrongPort => {
  const used = facts["ports"] as readonly string[];
  return {
    target: resource,
    container: `${facts["container"]}`,
    port: rng.pick([8080, 8090, 9000, 10_250].filter((port) => !used.includes(`${port}`))),
  };
};

/** Adds the probe to the template, and rolls that out. */
export const addWrongProbe = async (
  cluster: ClusterPort,
  { namespace, field, way }: { readonly namespace: string; readonly field: ProbeField; readonly way: RollOut },
  { target, container, path, port }: WrongPort,
): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  const present = workload === undefined ? undefined : containerOf(workload, container);
  const other = present?.[field === "livenessProbe" ? "readinessProbe" : "livenessProbe"];
  // Whoever wrote its other probe knew how long the program takes to start: the endpoint alone is to be wrong.
  const initialDelaySeconds = Math.max(10, other?.initialDelaySeconds ?? 0);
  const asked = path === undefined ? { tcpSocket: { port } } : { httpGet: { path, port } };
  const probe = { ...asked, initialDelaySeconds, periodSeconds: 10, failureThreshold: 1 };
  await rollOut(
    cluster,
    { namespace, target, way },
    {
      spec: { template: { spec: { containers: [{ name: container, [field]: probe }] } } },
    },
  );
};

/** Holds if the container exists and has no such probe, or one that asks its program and gets an answer. */
export const wrongProbeGone = (baseline: Baseline, { target, container, path, port }: WrongPort, field: ProbeField): Check =>
  defectGone("probe-gone", async (view) => {
    const workload = await readWorkload(view, baseline.namespace, target);
    const present = workload === undefined ? undefined : containerOf(workload, container);
    if (workload === undefined || present === undefined)
      return { held: false, evidence: `${target} has no ${container}`, needsWrite: true };
    const probe = present[field];
    if (probe === undefined) return { held: true, evidence: `${container} has no ${field}` };
    const asked = `${field} of ${container}: ${JSON.stringify(probe.httpGet ?? probe)}`;
    const isWrong = path === undefined ? probe.tcpSocket?.port === port : probe.httpGet?.path === path && probe.httpGet.port === port;
    if (isWrong) return { held: false, evidence: `${asked}, which is the wrong one`, needsWrite: true };
    const held = await isAnswered(view, workload, { container: present, probe });
    return { held, evidence: `${asked}, which is ${held ? "" : "not "}answered` };
  });

/** Lists two ways of removing the probe. */
export const removeProbe = (
  { target, container }: Pick<WrongProbe, "target" | "container">,
  field: ProbeField,
): readonly (readonly ToolCall[])[] => [
  [kubectl(`patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/${field}"}]'`)],
  [kubectl(`patch ${target} -p '{"spec":{"template":{"spec":{"containers":[{"name":"${container}","${field}":null}]}}}}'`)],
];

/** Lets the probe ask a TCP port of the container instead; none where the container declares none. */
export const askOpenPort = (baseline: Baseline, { target, container }: WrongPort, field: ProbeField): readonly Attempt[] => {
  const ports = containerOf(baselineWorkload(baseline, target), container)?.ports ?? [];
  return ports
    .filter(({ protocol }) => protocol !== "UDP")
    .slice(0, 1)
    .map(({ containerPort: port }) => ({
      name: "let the probe ask a port of the container",
      calls: [patchContainer(target, container, { [field]: { httpGet: null, tcpSocket: { port } } })],
    }));
};

/** Lets the probe run a command that always succeeds. */
export const askNothing = ({ target, container }: Pick<WrongProbe, "target" | "container">, field: ProbeField): Attempt => ({
  name: "let the probe ask nothing",
  calls: [patchContainer(target, container, { [field]: { httpGet: null, tcpSocket: null, exec: { command: ["true"] } } })],
});
