import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { isRolledOut } from "#kube/checks/settled.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { MUTATING } from "#kube/types/webhooks.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { drawCertificate } from "../certificate.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { killedForMemory } from "../killed-for-memory.ts";
import { tryAgain } from "../refused-pods.ts";
import { drawTinyMemory, IDLE_MIN_MIB } from "../tiny-memory.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, changed, LOOK, lookAt, rejects } from "./attempts.ts";
import { judgeConfiguration, judgeNewPods } from "./judge-new-pods.ts";
import { configurationObject, DEFAULTERS, type Params, PODS, POLICIES, serverObjects } from "./pod-defaults.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "webhook-mutating-shrinks-memory",
  version: 1,
  title: "An admission webhook gives new pods too little memory",
  catalogueType: "webhook-mutation",
  layer: "admission",
  scope: "cluster",
  family: "webhook-mutation",
  // New pods of other workloads are changed as well.
  masks: true,
  refusesPods: true,
  // No registry of a real cluster has the webhook's server.
  needs: ["fork"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    configuration: objectRef("mutatingwebhookconfiguration"),
    server: objectRef("deployment"),
    memory: z.string().regex(/^\d+Mi$/),
    certificate: z.string().min(1),
    failurePolicy: z.enum(POLICIES),
    pods: z.enum(PODS),
  }),
  targets: async (view, place) => {
    const taken = [
      ...(await listObjects(view, { resource: MUTATING })),
      ...(await listObjects(view, { resource: "services", namespace: place.namespace })),
    ].map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, (workload, _target, { component: { idleMiB } }) => {
      if (workload.spec.replicas === 0) return "it has no replicas to begin with";
      if (idleMiB < IDLE_MIN_MIB)
        return idleMiB > 0 ? "it needs less than the least limit that containers start with" : "its idle memory is not known";
      return { taken, container: workload.spec.template.spec.containers[0]?.name ?? "", idleMiB };
    });
  },
  sample: (rng, { resource, facts }) => {
    const taken = facts["taken"] as readonly string[];
    const { configuration, backend } = rng
      .stream("webhook")
      .pick(DEFAULTERS.filter((names) => !taken.includes(names.configuration) && !taken.includes(names.backend)));
    return {
      target: resource,
      container: `${facts["container"]}`,
      configuration: `mutatingwebhookconfiguration/${configuration}`,
      server: `deployment/${backend}`,
      memory: drawTinyMemory(rng.stream("memory"), Number(facts["idleMiB"])),
      certificate: drawCertificate(rng.stream("certificate")),
      failurePolicy: rng.stream("policy").pick(POLICIES),
      pods: rng.stream("pods").pick(PODS),
    };
  },
  inject: async (cluster, params, { app, namespace }) => {
    for (const made of serverObjects(params, namespace)) await createObject(cluster, made);
    const isUp = async (): Promise<boolean> => {
      const server = await readWorkload(cluster, namespace, params.server);
      return server !== undefined && isRolledOut(server);
    };
    // A chart waits for its Deployment before it writes the configuration, since no pod would be admitted.
    if (!(await cluster.clock.until(isUp, { timeoutMs: SERVER_TIMEOUT_MS }))) throw new Error(`${params.server} does not come up`);
    await createObject(cluster, configurationObject(params, namespace, app.labelKey));
    await recyclePods(cluster, namespace, params.target);
  },
  truth: ({ configuration, server }) => [
    {
      resource: configuration,
      faultType: "webhook-mutating-shrinks-memory",
      catalogueType: "webhook-mutation",
      alsoNamed: [server, `service/${nameOf(server)}`],
    },
  ],
  oracle: (params, baseline) => ({
    checks: [
      writtenDefectGone("webhook-leaves-memory", (view) => judgeConfiguration(view, baseline, params)),
      workloadRuns(baseline, params.target),
    ],
    trials: [{ name: "new-pods-keep-their-memory", group: "defect-gone", weight: 1, run: (cluster) => judgeNewPods(cluster, baseline) }],
  }),
  solve: (params) => [
    [LOOK, lookAt(params), kubectl(`delete ${params.configuration}`), tryAgain(params.target)],
    [LOOK, lookAt(params), ...changed(params, { op: "remove", path: "/webhooks/0" })],
  ],
  accepts,
  rejects,
  evidence: ({ target, configuration, memory }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `memory: +${literal(memory)}$`, "OOMKilled|OOM-killed"],
      says: `pods of ${target} are killed for memory at a limit of ${memory}, which their template does not have`,
    },
    {
      look: kubectl(`describe ${configuration}`),
      shows: [`^Name: +${literal(nameOf(configuration))}$`, "^ +Path: +/mutate$"],
      says: `${nameOf(configuration)} lets a webhook change new pods`,
    },
  ],
  symptoms: (params, place) => [killedForMemory(params, place)],
});

const SERVER_TIMEOUT_MS = 90_000;
