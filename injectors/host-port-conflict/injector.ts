import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { heldHostPorts } from "#kube/listings/held-host-ports.ts";
import { hostPorts } from "#kube/objects/host-ports.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import {
  isLatentTemplate,
  sampleTemplate,
  type TemplateParams,
  templateParams,
  templateTargets,
  unschedulableSymptoms,
} from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { declaredPorts, pathOfPort } from "./declared-ports.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: a port that a container declares, and the port of the node that it gets. */
export interface Params extends TemplateParams {
  readonly container: string;
  readonly containerPort: number;
  readonly hostPort: number;
}

const portNumber = z.number().int().min(1).max(65_535);

export default defineInjector<Params>({
  id: "host-port-conflict",
  version: 1,
  title: "A workload asks for a port that is taken on every node",
  catalogueType: "host-port-conflict",
  layer: "scheduling",
  scope: "namespace",
  family: "host-port",
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, container: z.string().min(1), containerPort: portNumber, hostPort: portNumber }),
  targets: async (view, place) => {
    const held = (await heldHostPorts(view)).map(String);
    return await templateTargets(view, place, ({ spec }) => {
      if (held.length === 0) return "no port is taken on every node";
      if (hostPorts(spec.template.spec).length > 0) return "it asks for a port of its node already";
      const ports = declaredPorts(spec.template.spec).map(({ container, port }) => `${container}:${port}`);
      return ports.length === 0 ? "its containers declare no TCP port" : { held, ports };
    });
  },
  sample: (rng, target) => {
    const [container = "", port] = rng
      .stream("port")
      .pick(target.facts["ports"] as readonly string[])
      .split(":");
    const hostPort = rng.stream("host port").pick(target.facts["held"] as readonly string[]);
    return { ...sampleTemplate(rng, target), container, containerPort: Number(port), hostPort: Number(hostPort) };
  },
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, container, containerPort, hostPort, rollout }, { namespace }) => {
    const containers = [{ name: container, ports: [{ containerPort, hostPort }] }];
    await rollOut(cluster, { namespace, target, way: rollout }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "host-port-conflict", catalogueType: "host-port-conflict" }],
  oracle: ({ target, hostPort }, baseline) => ({
    checks: [
      workloadCondition({ name: "host-port-free", baseline, target }, ({ spec }) => {
        const isAsked = hostPorts(spec.template.spec).includes(`TCP/${hostPort}`);
        const evidence = isAsked
          ? `${target} asks for port ${hostPort} of its node, which others have`
          : `${target} does not ask for port ${hostPort} of its node`;
        return { held: !isAsked, evidence };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.target}`)],
    [
      kubectl(`get ${params.target} -o jsonpath='{.spec.template.spec.containers[*].ports}'`),
      kubectl(`patch ${params.target} --type=json -p '[{"op":"remove","path":"${pathOfPort(params, baseline)}/hostPort"}]'`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, hostPort }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +Host Ports?: +(?:.*[ ,])?${hostPort}/TCP`, "didn't have free ports for the requested pod ports"],
      says: `pods of ${target} ask for port ${hostPort} of their node, which is taken on every node`,
    },
  ],
  symptoms: unschedulableSymptoms,
});
