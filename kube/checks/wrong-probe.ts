import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "../app/baseline.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import { recreateWorkload } from "../verbs/recreate-workload.ts";
import { containerOf, workloadCondition } from "./fault-checks.ts";
import { objectRef } from "./fault-target.ts";
import type { Check } from "./oracle.ts";
import type { Workload } from "./workload.ts";

/** A probe of the first container that asks a port on which nothing listens. */
export interface WrongProbe {
  readonly target: string;
  readonly container: string;
  readonly path: string;
  readonly port: number;
}

/** Field of the container that holds the probe. */
export type ProbeField = "livenessProbe" | "readinessProbe";

/** The parameters of a wrong probe. */
export const wrongProbeParams = z.object({
  target: objectRef("deployment", "statefulset"),
  container: z.string().min(1),
  path: z.string().startsWith("/"),
  port: z.int().min(1).max(65_535),
});

/** Facts of a workload that `sampleWrongProbe` uses. */
export const probeFactsOf = ({ spec }: Workload) => ({
  container: spec.template.spec.containers[0]?.name ?? "",
  ports: spec.template.spec.containers.flatMap(({ ports }) => ports ?? []).map(({ containerPort }) => `${containerPort}`),
});

/** Draws a path and a port that no container of the workload uses. */
export const sampleWrongProbe = (
  rng: Rng,
  { resource, facts }: { readonly resource: string; readonly facts: Readonly<Record<string, unknown>> },
  paths: readonly string[],
): WrongProbe => {
  const used = facts["ports"] as readonly string[];
  return {
    target: resource,
    container: `${facts["container"]}`,
    path: rng.pick(paths),
    port: rng.pick([8080, 8090, 9000, 10_250].filter((port) => !used.includes(`${port}`))),
  };
};

/** Adds the probe to the template and recreates the pods. */
export const addWrongProbe = async (
  cluster: ClusterPort,
  { namespace, field }: { readonly namespace: string; readonly field: ProbeField },
  { target, container, path, port }: WrongProbe,
): Promise<void> => {
  const probe = { httpGet: { path, port }, initialDelaySeconds: 10, periodSeconds: 10, failureThreshold: 1 };
  await recreateWorkload(
    cluster,
    { namespace, target },
    {
      spec: { template: { spec: { containers: [{ name: container, [field]: probe }] } } },
    },
  );
};

/** Holds if the container exists and its probe, if it has one, asks something else. */
export const wrongProbeGone = (baseline: Baseline, { target, container, path, port }: WrongProbe, field: ProbeField): Check =>
  workloadCondition({ name: "probe-gone", baseline, target }, (workload) => {
    const probe = containerOf(workload, container)?.[field];
    const isWrong = probe?.httpGet?.path === path && probe.httpGet.port === port;
    return {
      held: containerOf(workload, container) !== undefined && !isWrong,
      evidence: `${field} of ${container}: ${JSON.stringify(probe?.httpGet) ?? "none"}`,
    };
  });

/** Lists two ways of removing the probe. */
export const removeProbe = ({ target, container }: WrongProbe, field: ProbeField): readonly (readonly ToolCall[])[] => [
  [kubectl(`patch ${target} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/${field}"}]'`)],
  [kubectl(`patch ${target} -p '{"spec":{"template":{"spec":{"containers":[{"name":"${container}","${field}":null}]}}}}'`)],
];
