import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { VALIDATING } from "#kube/types/webhooks.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { podWebhook, WEBHOOKS } from "../pod-webhook.ts";
import { REFUSALS, refusedSymptom, tryAgain } from "../refused-pods.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { judgeWebhooks } from "./judge-webhooks.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the workload whose pods went away, and the webhook that nobody answers. */
export interface Params {
  readonly target: string;
  /** `validatingwebhookconfiguration/<name>` */
  readonly configuration: string;
  /** `service/<name>` in the namespace of the app, which does not exist. */
  readonly backend: string;
  readonly timeoutSeconds: number;
  /** Pods of which it is asked: all of the namespace, or those of the workload. */
  readonly pods: (typeof PODS)[number];
}

const PODS = ["namespace", "target"] as const;

export default defineInjector<Params>({
  id: "webhook-validating-outage",
  version: 2,
  title: "An admission webhook has no backend",
  catalogueType: "webhook-backend",
  layer: "admission",
  scope: "cluster",
  family: "webhook",
  // It refuses the pods of every workload that starts anew.
  masks: true,
  refusesPods: true,
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    configuration: objectRef("validatingwebhookconfiguration"),
    backend: objectRef("service"),
    timeoutSeconds: z.number().int().min(1).max(30),
    pods: z.enum(PODS),
  }),
  targets: async (view, place) => {
    const taken = [
      ...(await listObjects(view, { resource: VALIDATING })),
      ...(await listObjects(view, { resource: "services", namespace: place.namespace })),
    ].map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, ({ spec }) => (spec.replicas === 0 ? "it has no replicas to begin with" : { taken }));
  },
  sample: (rng, { resource, facts }) => {
    const taken = facts["taken"] as readonly string[];
    const { configuration, backend } = rng
      .stream("webhook")
      .pick(WEBHOOKS.filter((names) => !taken.includes(names.configuration) && !taken.includes(names.backend)));
    return {
      target: resource,
      configuration: `validatingwebhookconfiguration/${configuration}`,
      backend: `service/${backend}`,
      timeoutSeconds: rng.stream("timeout").pick([3, 5, 10]),
      pods: rng.stream("pods").pick(PODS),
    };
  },
  inject: async (cluster, { target, configuration, backend, timeoutSeconds, pods }, { app, namespace }) => {
    const [name, service] = [nameOf(configuration), nameOf(backend)];
    const objectSelector = pods === "target" ? { matchLabels: { [app.labelKey]: nameOf(target) } } : {};
    const object = podWebhook({ name, service, namespace, timeoutSeconds, objectSelector, failurePolicy: "Fail" });
    await createObject(cluster, { resource: VALIDATING, object });
    await recyclePods(cluster, namespace, target);
  },
  truth: ({ configuration, backend }, { namespace }) => [
    {
      resource: configuration,
      faultType: "webhook-validating-outage",
      catalogueType: "webhook-backend",
      alsoNamed: [backend, `service/${namespace}/${nameOf(backend)}`],
    },
  ],
  oracle: ({ target }, baseline) => ({
    checks: [writtenDefectGone("webhooks-answer", (view) => judgeWebhooks(view, baseline)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target, configuration }) => [
    [kubectl(`delete ${configuration}`), tryAgain(target)],
    [
      kubectl(`get ${configuration} -o yaml`),
      kubectl(`patch ${configuration} --type=json -p '[{"op":"replace","path":"/webhooks/0/failurePolicy","value":"Ignore"}]'`),
      tryAgain(target),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, configuration, backend }) => [
    {
      look: REFUSALS,
      shows: [`failed calling webhook .*service "${literal(nameOf(backend))}" not found`],
      says: `the new pods of ${target} are refused, since a webhook cannot be asked`,
    },
    {
      look: kubectl(`describe ${configuration}`),
      shows: [`^Name: +${literal(nameOf(configuration))}$`, "^ +Failure Policy: +Fail$", `^ +Name: +${literal(nameOf(backend))}$`],
      says: `the webhook of ${nameOf(configuration)} must be asked of each pod, and its Service ${nameOf(backend)} does not exist`,
    },
  ],
  symptoms: ({ target, backend }, { namespace }) => [refusedSymptom(target, namespace, `service "${nameOf(backend)}" not found`)],
});
