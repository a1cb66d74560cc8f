import { kubectl } from "#core/tool-call.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { compareQuantities, milliValue } from "#kube/objects/quantity.ts";
import type { LimitRange, Namespace, PriorityClass, ResourceQuota } from "#kube/types/cluster.ts";
import type { Service } from "#kube/types/network.ts";
import type { WebhookConfiguration } from "#kube/types/webhooks.ts";
import { TRIED_AGAIN } from "./repairs.ts";
import type { Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on what new pods are refused or given by. */
export const ADMISSION_RULES: readonly Rule[] = [
  {
    faults: ["quota-pods"],
    rank: 80,
    find: findQuotas((specs, { pods }) => pods !== undefined && Number(pods) < wantedPods(specs)),
  },
  {
    faults: ["rollout-quota-deadlock"],
    rank: 80,
    find: findQuotas((specs, { pods }) => pods !== undefined && Number(pods) === wantedPods(specs)),
  },
  {
    faults: ["quota-cpu"],
    rank: 70,
    find: findQuotas((specs, hard) => {
      const cpu = hard["requests.cpu"] ?? hard["cpu"];
      return cpu !== undefined && milliValue(cpu) < wantedMilli(specs);
    }),
  },
  {
    faults: ["quota-memory-unset-requests"],
    rank: 70,
    find: findQuotas((specs, hard) =>
      (["requests", "limits"] as const).some(
        (field) =>
          (hard[`${field}.memory`] ?? (field === "requests" ? hard["memory"] : undefined)) !== undefined &&
          specs.running.some(({ spec }) =>
            spec.template.spec.containers.some(({ resources }) => resources?.[field]?.["memory"] === undefined),
          ),
      ),
    ),
  },
  {
    faults: ["quota-object-count"],
    rank: 70,
    find: findQuotas((specs, hard) => {
      const sets = hard["count/replicasets.apps"];
      return sets !== undefined && Number(sets) < 2 * specs.of("Deployment").length;
    }),
  },
  {
    faults: ["quota-services"],
    rank: 80,
    find: findQuotas((specs, hard) => {
      const services = hard["services"] ?? hard["count/services"];
      return services !== undefined && Number(services) <= specs.of("Service").length;
    }),
  },
  {
    faults: ["limitrange-default-tiny"],
    rank: 80,
    find: findLimits(({ default: given }) => given?.["memory"] !== undefined && compareQuantities(given["memory"], "128Mi") < 0),
  },
  {
    faults: ["meta-retry-storm-capacity"],
    rank: 50,
    find: findLimits(({ default: given }) => given?.["cpu"] !== undefined && milliValue(given["cpu"]) < 4000),
  },
  {
    faults: ["webhook-mutating-shrinks-memory"],
    rank: 40,
    find: (specs) =>
      specs
        .of<WebhookConfiguration>("MutatingWebhookConfiguration")
        .filter(({ webhooks = [] }) =>
          webhooks.some(
            ({ namespaceSelector, objectSelector, rules = [] }) =>
              matchesLabelSelector(namespaceSelector ?? {}, ownLabels(specs)) &&
              specs.running.some(({ spec }) => matchesLabelSelector(objectSelector ?? {}, spec.template.metadata?.labels)) &&
              rules.some(({ resources = [] }) => resources.includes("pods")),
          ),
        )
        .map((about) => ({
          resource: `mutatingwebhookconfiguration/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} changes new pods`,
          repair: [kubectl(`delete mutatingwebhookconfiguration ${about.metadata.name}`), TRIED_AGAIN],
        })),
  },
  {
    faults: ["webhook-validating-outage"],
    rank: 90,
    find: (specs) =>
      specs
        .of<WebhookConfiguration>("ValidatingWebhookConfiguration")
        .filter(({ webhooks = [] }) =>
          webhooks.some(
            ({ failurePolicy = "Fail", clientConfig: { service }, rules = [], namespaceSelector, objectSelector }) =>
              failurePolicy === "Fail" &&
              matchesLabelSelector(namespaceSelector, ownLabels(specs)) &&
              specs.running.some(({ spec }) => matchesLabelSelector(objectSelector ?? {}, spec.template.metadata?.labels)) &&
              rules.some(({ resources = [] }) => resources.includes("pods")) &&
              !specs.of<Service>("Service").some(({ metadata }) => metadata.name === service?.name),
          ),
        )
        .map((about) => ({
          resource: `validatingwebhookconfiguration/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} asks a Service that is not there`,
          repair: [kubectl(`delete validatingwebhookconfiguration ${about.metadata.name}`), TRIED_AGAIN],
        })),
  },
  {
    faults: ["psa-restricted"],
    rank: 90,
    find: (specs) =>
      specs
        .of<Namespace>("Namespace")
        .filter(({ metadata }) => ["restricted", "baseline"].includes(metadata.labels?.[ENFORCE] ?? ""))
        .map((about) => ({
          resource: `namespace/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} enforces a level`,
          repair: [kubectl(`label namespace ${about.metadata.name} ${ENFORCE}-`), TRIED_AGAIN],
        })),
  },
  {
    faults: ["priority-preemption"],
    rank: 90,
    find: (specs) =>
      specs
        .of<PriorityClass & { readonly globalDefault?: boolean }>("PriorityClass")
        .filter(({ globalDefault }) => globalDefault === true)
        .map((about) => ({
          resource: `priorityclass/${about.metadata.name}`,
          about,
          says: `all pods are given ${about.metadata.name}`,
          repair: [kubectl(`patch priorityclass ${about.metadata.name} -p '{"globalDefault":false}'`), TRIED_AGAIN],
        })),
  },
];

/** Labels of the app's namespace. */
const ownLabels = (specs: Specifications): Readonly<Record<string, string>> => {
  const name = specs.workloads[0]?.metadata.namespace;
  return specs.of<Namespace>("Namespace").find(({ metadata }) => metadata.name === name)?.metadata.labels ?? {};
};

const ENFORCE = "pod-security.kubernetes.io/enforce";

function findQuotas(isOdd: (specs: Specifications, hard: Readonly<Record<string, string>>) => boolean): Rule["find"] {
  return (specs) =>
    specs
      .of<ResourceQuota>("ResourceQuota")
      .filter(({ spec: { hard = {}, scopes, scopeSelector } }) => scopes === undefined && scopeSelector === undefined && isOdd(specs, hard))
      .map((about) => ({
        resource: `resourcequota/${about.metadata.name}`,
        about,
        says: `${about.metadata.name} allows less than there is to be`,
        repair: [kubectl(`delete resourcequota ${about.metadata.name}`), TRIED_AGAIN],
      }));
}

function findLimits(isOdd: (limit: LimitRange["spec"]["limits"][number]) => boolean): Rule["find"] {
  return (specs) =>
    specs
      .of<LimitRange>("LimitRange")
      .filter(({ spec }) => spec.limits.some((limit) => limit.type === "Container" && isOdd(limit)))
      .map((about) => ({
        resource: `limitrange/${about.metadata.name}`,
        about,
        says: `${about.metadata.name} gives containers little`,
        repair: [kubectl(`delete limitrange ${about.metadata.name}`), TRIED_AGAIN],
      }));
}

const wantedPods = (specs: Specifications): number => specs.running.reduce((sum, { spec }) => sum + (spec.replicas ?? 1), 0);

const wantedMilli = (specs: Specifications): number =>
  specs.running.reduce(
    (sum, { spec }) =>
      sum +
      (spec.replicas ?? 1) *
        spec.template.spec.containers.reduce((own, { resources }) => own + milliValue(resources?.requests?.["cpu"] ?? "0"), 0),
    0,
  );
