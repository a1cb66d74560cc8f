import type { Rng } from "#core/rng.ts";
import type { KubeObject } from "../../../types/meta.ts";
import type { Container, Probe } from "../../../types/pod.ts";
import { type Form, GONE, type OwnWorkload, ownWorkloads, someWorkloads, withFirstContainer, withObjects, withTemplate } from "./form.ts";

/** Forms of workloads. */
export const WORKLOAD_FORMS: Readonly<Record<string, Form>> = {
  /** Conditions on nodes that every node meets. */
  "node conditions": (rng, furnishing) =>
    changeSome(rng, furnishing, ({ workload }, own) =>
      withTemplate(workload, ({ spec, ...rest }) => ({
        ...rest,
        spec: { ...spec, ...(own.chance(HALF) ? { nodeSelector: { ...spec.nodeSelector, [OS]: "linux" } } : { affinity: NODE_AFFINITY }) },
      })),
    ),

  /** Probes of products, at the port that they open. */
  probes: (rng, furnishing) =>
    changeSome(rng, furnishing, ({ workload, component }, own) =>
      component.program === undefined
        ? withFirstContainer(workload, (container) => ({
            ...probeOf(own, container, "livenessProbe"),
            ...probeOf(own, container, "readinessProbe"),
          }))
        : workload,
    ),

  /** Limits of caches that look low, and are enough when they are full. */
  limits: (rng, furnishing) =>
    changeSome(rng, furnishing, ({ workload, component: { role } }, own) => {
      if (role !== "cache") return workload;
      const memory = own.pick(CACHE_LIMITS);
      return withFirstContainer(workload, ({ resources = {} }) => ({
        resources: { limits: { ...resources.limits, memory }, requests: { ...resources.requests, memory } },
      }));
    }),

  /** ConfigMaps that may be missing, and are. */
  "optional settings": (rng, furnishing) =>
    changeSome(rng, furnishing, ({ workload }, own) =>
      withFirstContainer(workload, ({ envFrom = [] }) => ({
        envFrom: [...envFrom, { configMapRef: { name: `${workload.metadata.name}-${own.pick(OPTIONAL)}`, optional: true } }],
      })),
    ),

  /** Addresses that no program reads, of what is not there. */
  "unread addresses": (rng, furnishing) => {
    const all = ownWorkloads(furnishing);
    return changeSome(rng, furnishing, ({ workload }, own) => {
      const other = own.pick(all).workload;
      const port = other.spec.template.spec.containers[0]?.ports?.[0]?.containerPort ?? 8080;
      const name = `${own.pick(UNREAD)}_${other.metadata.name.toUpperCase().replaceAll("-", "_")}_ADDR`;
      const value = `${other.metadata.name}-${own.pick(GONE)}:${port}`;
      return withFirstContainer(workload, ({ env = [] }) => ({
        env: env.some((one) => one.name === name) ? env : [...env, { name, value }],
      }));
    });
  },
};

const changeSome = (
  rng: Rng,
  furnishing: Parameters<Form>[1],
  change: (workload: OwnWorkload, own: Rng) => OwnWorkload["workload"],
): readonly KubeObject[] =>
  withObjects(
    furnishing.objects,
    new Map(someWorkloads(rng, furnishing).map((one) => [one.workload, change(one, rng.stream(`form of ${one.workload.metadata.name}`))])),
  );

const OS = "kubernetes.io/os";
const HALF = { numerator: 1, denominator: 2 } as const;

const NODE_AFFINITY = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: OS, operator: "In", values: ["linux"] }] }],
    },
  },
} as const;

/** A probe of the container's first port, in half of the cases; none where it has one. */
const probeOf = (rng: Rng, container: Container, field: "livenessProbe" | "readinessProbe"): Partial<Container> => {
  const port = container.ports?.find(({ protocol }) => protocol === undefined || protocol === "TCP")?.containerPort;
  const own = rng.stream(field);
  if (port === undefined || container[field] !== undefined || !own.chance(HALF)) return {};
  const probe: Probe = {
    tcpSocket: { port },
    initialDelaySeconds: field === "readinessProbe" ? own.pick([1, 2, 5]) : own.pick([30, 60]),
    periodSeconds: own.pick([10, 15, 20]),
    timeoutSeconds: 5,
    failureThreshold: own.pick([3, 5, 6]),
  };
  return { [field]: probe };
};

const CACHE_LIMITS: readonly string[] = ["64Mi", "96Mi", "128Mi"];
const OPTIONAL: readonly string[] = ["overrides", "extra", "local", "tuning", "env"];
const UNREAD: readonly string[] = ["LEGACY", "FALLBACK", "SECONDARY", "OLD"];
