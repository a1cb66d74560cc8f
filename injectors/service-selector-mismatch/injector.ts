import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeServiceBacked, readyEndpointPods } from "#kube/checks/service.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listServices } from "#kube/listings/list-services.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly service: string; readonly key: string; readonly value: string }>({
  id: "service-selector-mismatch",
  version: 1,
  title: "A Service selects no pod",
  catalogueType: "selector-mismatch",
  layer: "network",
  scope: "namespace",
  family: "selector",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), key: z.string().min(1), value: z.string().min(1) }),
  targets: async (view, place) => await listServices(view, place, { areChanged: true }),
  sample: (rng, { resource }, { app }) => ({
    service: resource,
    // The label that names components is in the selector already; another value of it would be no further condition.
    ...rng.pick(wrongConditions(rng, nameOf(resource), app.name).filter(({ key }) => key !== app.labelKey)),
  }),
  inject: async (cluster, { service, key, value }, { namespace }) => {
    await patchObject(cluster, {
      resource: "services",
      namespace,
      name: nameOf(service),
      patchType: "merge",
      patch: { spec: { selector: { [key]: value } } },
    });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-selector-mismatch", catalogueType: "selector-mismatch" }],
  oracle: ({ service }, baseline) => ({
    checks: [
      defectGone("selector-finds-pods", (view) =>
        judgeServiceBacked(view, {
          namespace: baseline.namespace,
          service: nameOf(service),
          workload: componentOf(baseline.app, service)?.name ?? nameOf(service),
        }),
      ),
      writtenDefectGone("selector-fits-template", (view) => judgeSelectorFitsTemplate(view, baseline, nameOf(service))),
    ],
    trials: [],
  }),
  solve: ({ service, key }, baseline) => [
    [kubectl(`patch ${service} --type=json -p '[{"op":"remove","path":"/spec/selector/${key.replaceAll("/", "~1")}"}]'`)],
    [kubectl(`set selector ${service} '${selectorOf(baseline, nameOf(service))}'`)],
  ],
  accepts,
  rejects,
  evidence: ({ service, key, value }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), `^Selector: +.*${literal(key)}=${literal(value)}`, "^Endpoints: *(<none>)?$"],
      says: `${service} selects ${key}=${value}, which no pod has, and leads to no endpoint`,
    },
  ],
  symptoms: ({ service }, { namespace }) => [
    { name: "no-endpoints", isSeen: async (view) => (await readyEndpointPods(view, namespace, nameOf(service))).length === 0 },
  ],
});

const wrongConditions = (rng: Rng, name: string, app: string): readonly { readonly key: string; readonly value: string }[] => [
  { key: "version", value: rng.pick(["v2", "v1.4", "stable"]) },
  { key: "tier", value: rng.pick(["backend", "web", "internal"]) },
  { key: "track", value: rng.pick(["stable", "canary"]) },
  { key: "app.kubernetes.io/instance", value: app },
  { key: "component", value: `${name}-server` },
  { key: "release", value: rng.pick(["current", "blue", "prod"]) },
  { key: "env", value: rng.pick(["prod", "production", "live"]) },
  { key: "role", value: rng.pick(["primary", "main"]) },
];

/** Checks the selector against the workload's template, since a label on a bare pod is lost when the pod is recreated. */
const judgeSelectorFitsTemplate = async (view: Parameters<typeof getObject>[0], { namespace }: Baseline, name: string) => {
  const service = await getObject<Service>(view, { resource: "services", namespace, name });
  const workloads = await listObjects<Workload>(view, { resource: "deployments.apps", namespace });
  const stateful = await listObjects<Workload>(view, { resource: "statefulsets.apps", namespace });
  const wanted = Object.entries(service?.spec.selector ?? {});
  const fits = [...workloads, ...stateful].filter(({ spec }) =>
    wanted.every(([key, value]) => spec.template.metadata?.labels?.[key] === value),
  );
  return {
    held: wanted.length > 0 && fits.length > 0,
    evidence: `the selector fits the template of ${fits.map(({ metadata }) => metadata.name).join(", ") || "no workload"}`,
  };
};

const selectorOf = (baseline: Baseline, name: string): string =>
  Object.entries(baselineObject<Service>(baseline, "services", name)?.spec.selector ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
