import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { setArguments } from "../store-arguments.ts";
import { consumersFail } from "../store-user-checks.ts";
import { accepts, lookAtArguments, rejects } from "./attempts.ts";
import { isToldToRefuse, judgeWrites, type Params, productOf } from "./read-only.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "db-read-only",
  version: 1,
  title: "A store refuses what is written into it",
  catalogueType: "read-only",
  layer: "data",
  scope: "namespace",
  family: "read-only",
  // Programs of a real cluster greet their stores, and write nothing.
  needs: ["fork"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    args: z.array(z.string()),
    further: z.array(z.string()).min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const judged = workloads.map((own) => ({ ...own, reason: reasonAgainst(own) }));
    return {
      targets: judged
        .filter(({ reason }) => reason === undefined)
        .map(({ target, workload }) => {
          const { name = "", args = [], image = "" } = workload.spec.template.spec.containers[0] ?? {};
          return { resource: target, visible: true, facts: { container: name, args, image } };
        }),
      excluded: [...operated, ...judged.flatMap(({ target, reason }) => (reason === undefined ? [] : [{ resource: target, reason }]))],
    };
  },
  sample: (rng, { resource, facts }) => ({
    store: resource,
    container: `${facts["container"]}`,
    args: facts["args"] as readonly string[],
    further: rng.stream("spelling").pick(productOf(`${facts["image"]}`)?.refusing ?? []),
  }),
  inject: async (cluster, { store, container, args, further }, { namespace }) => {
    const containers = [{ name: container, args: [...args, ...further] }];
    await recreateWorkload(cluster, { namespace, target: store }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ store }) => [
    { resource: store, faultType: "db-read-only", catalogueType: "read-only", alsoNamed: [`service/${nameOf(store)}`] },
  ],
  oracle: (params, baseline) => ({
    checks: [
      workloadCondition({ name: "writes-allowed", baseline, target: params.store }, ({ spec }) => {
        const held = !isToldToRefuse(spec.template.spec.containers);
        return { held, evidence: `${params.store} is told to ${held ? "take" : "refuse"} writes` };
      }),
      workloadRuns(baseline, params.store),
    ],
    trials: [
      {
        name: "store-takes-writes",
        group: "defect-gone",
        weight: 1,
        run: (cluster) => judgeWrites(cluster, baseline.namespace, params),
      },
    ],
  }),
  solve: (params) => [[kubectl(`rollout undo ${params.store}`)], [lookAtArguments(params), setArguments(params, params.args)]],
  accepts,
  rejects,
  evidence: ({ store, further }) => [
    {
      look: kubectl(`describe ${store}`),
      shows: [describedAs(store), `^ +${further.map(literal).join("\\n +")}$`],
      says: `${store} starts with ${further.join(" ")}, so that it refuses what is written into it`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});

const reasonAgainst = ({ workload, component }: AppWorkload): string | undefined => {
  if (productOf(workload.spec.template.spec.containers[0]?.image ?? "") === undefined)
    return "it is no MySQL, Redis or Valkey, whose arguments can forbid writes alone";
  return component.writeShare === undefined ? "nothing that users do writes into it" : undefined;
};
