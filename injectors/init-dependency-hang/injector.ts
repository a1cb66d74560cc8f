import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, templateParams, templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { type Params, sampleWait, waitContainer } from "./wait-container.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "init-dependency-hang",
  version: 1,
  title: "An init container waits for a name that does not exist",
  catalogueType: "init-dependency",
  layer: "workload",
  scope: "namespace",
  family: "init-container",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, name: z.string().min(1), host: objectRef("service") }),
  targets: async (view, place) => {
    const services = await listObjects<Service>(view, { resource: "services", namespace: place.namespace });
    const taken = services.map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, ({ spec }) => ({
      taken,
      names: (spec.template.spec.initContainers ?? []).map(({ name }) => name),
    }));
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    ...sampleWait(rng, { taken: target.facts["taken"] as readonly string[], names: target.facts["names"] as readonly string[] }),
  }),
  isLatent: isLatentTemplate,
  inject: async (cluster, params, { namespace }) => {
    const initContainers = [waitContainer(params)];
    await rollOut(cluster, { namespace, target: params.target, way: params.rollout }, { spec: { template: { spec: { initContainers } } } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "init-dependency-hang", catalogueType: "init-dependency" }],
  oracle: ({ target, host }, baseline) => ({
    checks: [
      workloadCondition({ name: "nothing-waits-for-it", baseline, target }, ({ spec }) => {
        const waiting = (spec.template.spec.initContainers ?? []).find((container) =>
          [...(container.command ?? []), ...(container.args ?? [])].some((text) => text.includes(host.replace("service/", ""))),
        );
        const evidence =
          waiting === undefined ? `no init container of ${target} asks for it` : `${waiting.name} of ${target} asks for ${host}`;
        return { held: waiting === undefined, evidence };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, name }) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl("get pods -o custom-columns=NAME:.metadata.name,INIT:.spec.initContainers[*].name"),
      kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { initContainers: [{ name, $patch: "delete" }] } } } })}'`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, name, host }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +${literal(name)}:$`, `nslookup ${literal(host.replace("service/", ""))}`],
      says: `pods of ${target} wait in ${name} for the name ${host.replace("service/", "")}, which does not exist`,
    },
  ],
  symptoms: ({ target, name, rollout }, { namespace }) => [
    {
      name: "waits-in-init",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const waits = ({ status }: (typeof pods)[number]) =>
          status?.initContainerStatuses?.some((container) => container.name === name && container.state?.running !== undefined) === true;
        return rollout === "rolling" ? pods.some(waits) : pods.length > 0 && pods.every(waits);
      },
    },
  ],
});
