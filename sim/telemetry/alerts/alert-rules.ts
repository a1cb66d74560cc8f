import { keepUpTo } from "#core/keep-up-to.ts";
import type { Expr } from "../promql/syntax/expr.ts";
import { parse } from "../promql/syntax/parse.ts";
import { type CanHold, someFailed, somePublished, someWereBusy, someWereSlow, someWereThrottled } from "./can-hold.ts";
import {
  deploymentIsDown,
  nodeIsNotReady,
  nodeIsUnreachable,
  type ObjectCondition,
  podFailed,
  podIsNotReady,
  podIsPending,
  podIsStuck,
  podIsUnschedulable,
} from "./object-conditions.ts";
import { tidbRules } from "./tidb-rules.ts";

/** One alerting rule with its texts' templates. */
export interface AlertRule {
  readonly namespaces: readonly string[];
  readonly group: string;
  readonly name: string;
  readonly query: string;
  readonly expr: Expr;
  readonly forMs: number;
  readonly severity: "critical" | "warning";
  readonly annotations: Readonly<Record<string, string>>;
  /** Inputs of the expression. The result is computed from them alone, and equals what evaluating the expression gives. */
  readonly reads: RuleInputs;
}

export type RuleInputs =
  /** Each object by itself. */
  | { readonly kind: "objects"; readonly condition: ObjectCondition }
  /** Kubelets, by whether their metrics can be had. */
  | { readonly kind: "kubelets" }
  /** Services, by whether they can be reached, and their Deployments. */
  | { readonly kind: "probes" }
  /** Anything that flows; `windowMs` is the longest range. */
  | {
      readonly kind: "flow";
      readonly windowMs: number;
      readonly canHold: CanHold;
      /** Cheaper expression with a result wherever the rule has one. */
      readonly onlyIf?: Expr;
    };

/**
 * The rules for a set of namespaces; parsed once per set.
 *
 * @param loads requests per second of the users of each namespace with an app
 */
export const alertRules = (namespaces: readonly string[], loads: ReadonlyMap<string, number> = NO_LOADS): readonly AlertRule[] => {
  const watched = namespaces.join("|");
  const calm = namespaces.filter((namespace) => (loads.get(namespace) ?? 0) < SPANS_MAX).join("|");
  return keptRules(`${watched} ${calm}`, () =>
    createRules(watched, calm).map((rule) => ({ ...rule, namespaces, expr: parse(rule.query) })),
  );
};

const NO_LOADS: ReadonlyMap<string, number> = new Map();

const keptRules = keepUpTo<string, readonly AlertRule[]>(64);

/** A rule before its expression is parsed. */
export type RuleText = Omit<AlertRule, "expr" | "namespaces">;

/** Infrastructure whose traffic is not that of users. */
const EXCLUDED = "load-generator|flagd|kafka|valkey-cart|postgresql";

const MINUTE = 60_000;
/** A rule about each object by itself. */
const each = (condition: ObjectCondition): RuleInputs => ({ kind: "objects", condition });

/** @param calm the namespaces among them in which many requests are unusual */
const createRules = (ns: string, calm: string): readonly RuleText[] => [
  ...workloadRules(ns),
  ...resourceRules(ns),
  ...signalRules(ns),
  ...rateRules(calm),
  ...messagingRules(ns),
  ...endpointRules(ns),
  ...tidbRules(ns),
  ...NODE_RULES,
];

const P = "{{ $labels.pod }}";
const N = "{{ $labels.namespace }}";
const SN = "{{ $labels.service_name }}";

const workloadRules = (ns: string): readonly RuleText[] => {
  const base = { group: "app.workloads", severity: "critical" } as const;
  return [
    {
      ...base,
      name: "PodStatusError",
      reads: each(podIsStuck),
      query: `sum by (namespace, pod, reason) (kube_pod_container_status_waiting_reason{namespace=~"${ns}"} > 0)`,
      forMs: MINUTE,
      annotations: { summary: `Pod startup failure: ${P}`, description: `Pod ${P} in namespace ${N} is stuck in {{ $labels.reason }}.` },
    },
    {
      ...base,
      name: "FailedPodsDetected",
      reads: each(podFailed),
      query: `sum by (namespace, pod) (kube_pod_status_phase{namespace=~"${ns}", phase="Failed"}) > 0`,
      forMs: MINUTE,
      annotations: { description: `Pod ${P} in namespace ${N} is in Failed state.` },
    },
    {
      ...base,
      name: "PendingPodsDetected",
      reads: each(podIsPending),
      query: `sum by (namespace, pod) (kube_pod_status_phase{namespace=~"${ns}", phase="Pending"}) > 0`,
      forMs: MINUTE,
      annotations: { description: `Pod ${P} in namespace ${N} is stuck in Pending state.` },
    },
    {
      ...base,
      name: "PodSchedulingFailure",
      reads: each(podIsUnschedulable),
      query: `sum by (namespace, pod) (kube_pod_status_unschedulable{namespace=~"${ns}"}) > 0`,
      forMs: MINUTE / 2,
      annotations: { description: `Pod ${P} in namespace ${N} is unschedulable.` },
    },
    {
      ...base,
      name: "KubePodNotReady",
      reads: each(podIsNotReady),
      query: `sum by (namespace, pod) (kube_pod_status_ready{namespace=~"${ns}", condition="false"}) > 0 unless on (namespace, pod) (kube_pod_status_phase{phase="Succeeded"} > 0)`,
      forMs: MINUTE,
      annotations: { description: `Pod ${P} in namespace ${N} has been not ready for more than 1 minute.` },
    },
  ];
};

const resourceRules = (ns: string): readonly RuleText[] => {
  const share = (container: string) =>
    ["throttled_periods", "periods"]
      .map((what) => `sum by (namespace, pod) (rate(container_cpu_cfs_${what}_total{namespace=~"${ns}", container${container}}[5m]))`)
      .join(" / ");
  return [
    {
      group: "app.resources",
      name: "ContainerCPUThrottling",
      query: `((${share('!=""')}) or (${share('=""')})) > 0.25`,
      forMs: 2 * MINUTE,
      severity: "warning",
      annotations: {
        summary: `CPU throttling: ${P}`,
        description: `Pod ${P} (${N}) is being CPU throttled ({{ $value | humanizePercentage }} of periods throttled).`,
      },
      reads: { kind: "flow", windowMs: 5 * MINUTE, canHold: someWereThrottled },
    },
  ];
};

const signalRules = (ns: string): readonly RuleText[] => {
  const scope = scopeOf(ns);
  const rate = (extra = "") => spanRate(ns, extra);
  const { base, reads } = SIGNAL;
  const latency = (extra = "") =>
    `histogram_quantile(0.95, sum by (le, service_name, namespace) (rate(traces_span_metrics_duration_milliseconds_bucket{${extra}${scope}}[2m]))) > 3000`;
  return [
    {
      ...base,
      name: "HighRequestErrorRate",
      query: `(${rate('status_code="STATUS_CODE_ERROR", ')} / ${rate()}) > 0.10 and ${rate()} > 0.1`,
      annotations: {
        summary: `High error rate: ${SN}`,
        description: `Service ${SN} in namespace ${N} has an elevated error rate (current: {{ $value | humanizePercentage }}).`,
      },
      reads: { ...reads, canHold: someFailed },
    },
    {
      ...base,
      name: "HighRequestLatency",
      query: latency(),
      annotations: {
        summary: `High latency: ${SN}`,
        description: `P95 latency for ${SN} in namespace ${N} is above 1500ms (current: {{ $value | printf "%.0f" }}ms).`,
      },
      // A quantile beyond 3 s lies in the last buckets, and the others can only make it smaller: counts never fall from one to the next.
      reads: { ...reads, canHold: someWereSlow, onlyIf: parse(latency('le=~"2000|5000|\\\\+Inf", ')) },
    },
    {
      ...base,
      // Fires for a Deployment that is meant to have none, too: the rules that this one equals do not compare with what is wanted.
      name: "DeploymentNotReady",
      query: `kube_deployment_status_replicas_available{namespace=~"${ns}"} == 0`,
      annotations: { description: `Deployment {{ $labels.deployment }} in namespace ${N} has 0 available replicas.` },
      reads: each(deploymentIsDown),
    },
  ];
};

const rateRules = (calm: string): readonly RuleText[] =>
  calm === ""
    ? []
    : [
        {
          ...SIGNAL.base,
          name: "HighRequestRate",
          query: `${spanRate(calm)} > ${SPANS_MAX}`,
          annotations: {
            summary: `Abnormal request rate: ${SN}`,
            description: `Service ${SN} in namespace ${N} is receiving an unusually high request rate (current: {{ $value | printf "%.1f" }} req/s).`,
          },
          reads: { ...SIGNAL.reads, canHold: someWereBusy(SPANS_MAX) },
        },
      ];

const SIGNAL = {
  base: { group: "app.goldensignal", severity: "critical", forMs: MINUTE },
  reads: { kind: "flow", windowMs: 2 * MINUTE },
} as const;

const scopeOf = (ns: string): string => `service_name!~"${EXCLUDED}", namespace=~"${ns}"`;

const spanRate = (ns: string, extra = ""): string =>
  `sum by (service_name, namespace) (rate(traces_span_metrics_calls_total{${extra}${scopeOf(ns)}}[2m]))`;

/**
 * Spans per second. Twice what the busiest component of an app of 100 requests a second sees, client and server spans
 * counted: a rule that fires in a healthy app teaches people to look away, and an app whose users send more has none.
 */
const SPANS_MAX = 750;

const messagingRules = (ns: string): readonly RuleText[] => {
  const scope = `service_name!~"${EXCLUDED}", namespace=~"${ns}"`;
  const sent = `sum by (namespace) (rate(traces_span_metrics_calls_total{${scope}, span_name=~"publish .*"}[5m]))`;
  const received = `min by (namespace) (sum by (namespace, service_name) (rate(traces_span_metrics_calls_total{${scope}, span_name=~"receive .*"}[5m])))`;
  return [
    {
      group: "app.messaging",
      name: "MessageConsumerLag",
      query: `(${sent} / clamp_min(${received}, 0.001)) > 1.5`,
      forMs: 2 * MINUTE,
      severity: "warning",
      annotations: {
        summary: `Message consumer lag detected in ${N}`,
        description: `Producers are outpacing the slowest consumer in ${N} by {{ $value | printf "%.1f" }}x. Messages may be accumulating in the queue.`,
      },
      reads: { kind: "flow", windowMs: 5 * MINUTE, canHold: somePublished },
    },
  ];
};

const endpointRules = (ns: string): readonly RuleText[] => [
  {
    group: "app.endpoints",
    name: "ServiceEndpointDown",
    query: `label_replace(probe_success{job=~"blackbox-(${ns})"} == 0, "deployment", "$1", "instance", "([^.]+)\\\\..*") and on (namespace, deployment) (kube_deployment_status_replicas_available > 0)`,
    forMs: MINUTE,
    severity: "critical",
    annotations: { description: `Service endpoint {{ $labels.instance }} in ${N} is unreachable.` },
    reads: { kind: "probes" },
  },
];

const NODE = "{{ $labels.node }}";

/** Rules of kube-prometheus about nodes and kubelets, which here wait a minute only, so that they fire while an incident is young. */
const NODE_RULES: readonly RuleText[] = [
  {
    group: "kubernetes-system-kubelet",
    name: "KubeNodeNotReady",
    query:
      'kube_node_status_condition{job="kube-state-metrics", condition="Ready", status="true"} == 0 and on (node) kube_node_spec_unschedulable{job="kube-state-metrics"} == 0',
    forMs: MINUTE,
    severity: "warning",
    annotations: { summary: "Node is not ready.", description: `${NODE} has been unready for more than 1 minute.` },
    reads: each(nodeIsNotReady),
  },
  {
    group: "kubernetes-system-kubelet",
    name: "KubeNodeUnreachable",
    query: 'kube_node_spec_taint{job="kube-state-metrics", key="node.kubernetes.io/unreachable", effect="NoSchedule"} == 1',
    forMs: MINUTE,
    severity: "warning",
    annotations: { summary: "Node is unreachable.", description: `${NODE} is unreachable and some workloads may be rescheduled.` },
    reads: each(nodeIsUnreachable),
  },
  {
    group: "kubernetes-system-kubelet",
    name: "KubeletDown",
    query: 'up{job="kubernetes-cadvisor"} == 0',
    forMs: MINUTE,
    severity: "critical",
    annotations: {
      summary: "Target disappeared from Prometheus target discovery.",
      description: `Kubelet on ${NODE} has disappeared from Prometheus target discovery.`,
    },
    reads: { kind: "kubelets" },
  },
];
