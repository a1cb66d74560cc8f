import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeServiceBacked, readyEndpointPods } from "#kube/checks/service.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector, type Place } from "../injector.ts";
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
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service"), key: z.string().min(1), value: z.string().min(1) }),
  targets: async (view, place) => {
    const [services, workloads] = [
      await listServices(view, place, { areChanged: true }),
      await listWorkloads(view, place.namespace, place.app),
    ];
    const labelsOf = ({ workload }: (typeof workloads)[number]) => workload.spec.template.metadata?.labels ?? {};
    /** Labels, as `key=value`, of the others' pods that a component's pods do not have. */
    const othersThan = (name: string): readonly string[] => {
      const own = workloads.filter(({ component }) => component.name === name).map(labelsOf);
      const pairs = workloads.flatMap((workload) => Object.entries(labelsOf(workload)));
      const other = pairs.filter(([key, value]) => key !== place.app.labelKey && own.every((labels) => labels[key] !== value));
      return [...new Set(other.map((pair) => pair.join("=")))].sort();
    };
    return {
      ...services,
      targets: services.targets.map((target) => ({ ...target, facts: { ...target.facts, others: othersThan(nameOf(target.resource)) } })),
    };
  },
  sample: (rng, { resource, facts }, { app }) => ({
    service: resource,
    ...rng.pick(wrongConditions(rng, facts["others"] as readonly string[], nameOf(resource), app)),
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

interface Condition {
  readonly key: string;
  readonly value: string;
}

/** Labels of other pods; those of other releases where all pods have the same. */
const wrongConditions = (rng: Rng, others: readonly string[], name: string, app: Place["app"]): readonly Condition[] => {
  if (others.length > 0) return others.map((pair) => ({ key: pair.split("=")[0] ?? "", value: pair.split("=")[1] ?? "" }));
  const usual = [
    { key: "version", value: rng.pick(["v2", "v1.4", "stable"]) },
    { key: "tier", value: rng.pick(["backend", "web", "internal"]) },
    { key: "track", value: rng.pick(["stable", "canary"]) },
    { key: "app.kubernetes.io/instance", value: app.name },
    { key: "component", value: `${name}-server` },
    { key: "release", value: rng.pick(["current", "blue", "prod"]) },
    { key: "env", value: rng.pick(["prod", "production", "live"]) },
    { key: "role", value: rng.pick(["primary", "main"]) },
  ];
  // The label that names components is in the selector already; another value of it would be no further condition.
  return usual.filter(({ key }) => key !== app.labelKey);
};

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
