import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isRedisImage } from "../redis-image.ts";
import { addArguments, setArguments } from "../store-arguments.ts";
import { consumersOf, restartConsumers } from "../store-user.ts";
import { consumersFail } from "../store-user-checks.ts";
import { accepts, rejects } from "./attempts.ts";
import { drawPassword, judgePing, type Params, passwordIn } from "./password.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "valkey-requirepass",
  version: 1,
  title: "The store demands a password that its clients lack",
  catalogueType: "store-auth",
  layer: "data",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    args: z.array(z.string()),
    password: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const workloads = await listWorkloads(view, namespace, app);
    const judged = workloads.map(({ target, workload, component }) => {
      const container = workload.spec.template.spec.containers[0];
      const isRedis = isRedisImage(container?.image ?? "");
      return { target, container, isRedis, visible: component.userShare > 0 };
    });
    return {
      targets: judged
        .filter(({ isRedis }) => isRedis)
        .map(({ target, container, visible }) => ({
          resource: target,
          visible,
          facts: { container: container?.name ?? "", args: container?.args ?? [] },
        })),
      excluded: judged.filter(({ isRedis }) => !isRedis).map(({ target }) => ({ resource: target, reason: "it is no Redis or Valkey" })),
    };
  },
  sample: (rng, { resource, facts }) => ({
    store: resource,
    container: `${facts["container"]}`,
    args: facts["args"] as readonly string[],
    password: drawPassword(rng),
  }),
  inject: async (cluster, params, place) => await addArguments(cluster, params, place, ["--requirepass", params.password]),
  truth: ({ store }) => [
    { resource: store, faultType: "valkey-requirepass", catalogueType: "store-auth", alsoNamed: [`service/${nameOf(store)}`] },
  ],
  oracle: (params, baseline) => ({
    checks: [
      workloadCondition({ name: "password-agreed", baseline, target: params.store }, ({ spec }) => {
        const password = passwordIn(spec.template.spec.containers);
        const evidence = password === undefined ? `${params.store} demands no password` : `${params.store} demands a password`;
        return { held: password === undefined, evidence };
      }),
      workloadRuns(baseline, params.store),
      ...consumersOf(baseline.app, params.store).map((component) => {
        const check = workloadRuns(baseline, workloadTarget(component));
        return { ...check, name: `${component.name}-runs` };
      }),
    ],
    trials: [
      {
        name: "store-answers",
        group: "defect-gone",
        weight: 1,
        run: (cluster) => judgePing(cluster, baseline.namespace, params),
      },
    ],
  }),
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.store}`), ...restartConsumers(params, baseline.app)],
    [
      kubectl(`get ${params.store} -o jsonpath='{.spec.template.spec.containers[*].args}'`),
      setArguments(params, params.args),
      ...restartConsumers(params, baseline.app),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ store, password }) => [
    {
      look: kubectl(`describe ${store}`),
      shows: [describedAs(store), `^ +--requirepass\\n +${literal(password)}$`],
      says: `${store} starts with --requirepass, so that it demands a password`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});
