import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the container that is added, and the port that it takes. */
export interface Params {
  readonly target: string;
  readonly name: string;
  readonly port: number;
  /** Program that listens there. */
  readonly command: readonly string[];
}

export default defineInjector<Params>({
  id: "sidecar-port-conflict",
  version: 1,
  title: "Two containers of a pod want one port",
  catalogueType: "port-conflict",
  layer: "container",
  scope: "namespace",
  family: "port-conflict",
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    name: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    command: z.array(z.string()).min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const portOf = ({ workload }: (typeof workloads)[number]) =>
      workload.spec.template.spec.containers[0]?.ports?.find(({ protocol = "TCP" }) => protocol === "TCP")?.containerPort;
    return {
      targets: workloads.flatMap((one) => {
        const port = portOf(one);
        return port === undefined ? [] : [{ resource: one.target, visible: one.component.userShare > 0, facts: { port } }];
      }),
      excluded: [
        ...operated,
        ...workloads
          .filter((one) => portOf(one) === undefined)
          .map(({ target }) => ({ resource: target, reason: "its container declares no TCP port" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => {
    const port = Number(facts["port"]);
    return {
      target: resource,
      port,
      name: rng.pick(["health-relay", "metrics-relay", "port-check", "debug-shell", "forwarder"]),
      command: rng.pick([
        ["nc", "-lk", "-p", `${port}`, "-e", "cat"],
        ["httpd", "-f", "-p", `${port}`],
      ]),
    };
  },
  inject: async (cluster, { target, name, command }, { namespace }) => {
    const containers = [{ name, image: "busybox:1.36", command, resources: { requests: { cpu: "10m", memory: "16Mi" } } }];
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "sidecar-port-conflict", catalogueType: "port-conflict" }],
  oracle: ({ target, port }, baseline) => ({
    checks: [
      workloadCondition({ name: "port-free", baseline, target }, ({ spec }) => {
        const takers = spec.template.spec.containers.filter(
          ({ command, args }) => /^(?:nc|httpd)$/.test(command?.[0] ?? "") && [...(command ?? []), ...(args ?? [])].includes(`${port}`),
        );
        const evidence =
          takers.length === 0 ? `one container of ${target} listens on ${port}` : `${takers[0]?.name} listens on ${port}, too`;
        return { held: takers.length === 0, evidence };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, name }) => [
    [kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { containers: [{ $patch: "delete", name }] } } } })}'`)],
    [kubectl(`rollout undo ${target}`)],
  ],
  accepts,
  rejects,
  evidence: ({ target, name, port }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +${literal(name)}:`, `^ +(?:-p|${port})$`, "(?:Exit Code: +[1-9]|CrashLoopBackOff)"],
      says: `pods of ${target} have a container ${name} that listens on ${port}, the port of the program`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [
    {
      name: "one-of-two-fails",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        return pods.some(({ status }) =>
          status?.containerStatuses?.some(({ restartCount, state }) => restartCount > 0 || (state?.terminated?.exitCode ?? 0) > 0),
        );
      },
    },
  ],
});
