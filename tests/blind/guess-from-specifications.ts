import { DrillError } from "#core/drill-error.ts";
import type { Incident } from "#env/loop/incident.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { rankFindings, type TypedFinding } from "#problems/agents/read-specifications/choose-finding.ts";
import type { Rule } from "#problems/agents/read-specifications/rule.ts";
import { RULES } from "#problems/agents/read-specifications/rules.ts";
import { type Specifications, specificationsOf } from "#problems/agents/read-specifications/specifications.ts";

/** Findings of the linter of specifications in an incident with one fault. */
export interface SpecificationGuess {
  readonly task: string;
  /** Id of the fault. */
  readonly fault: string;
  /** The likeliest finding; undefined: nothing is odd. */
  readonly first: TypedFinding | undefined;
  /** True if that names the fault. */
  readonly isHit: boolean;
  /** Place of the fault among the findings, 0 for the first; -1: none names it. */
  readonly rank: number;
  readonly findings: number;
  /** Rules that find something, with whether one of their findings names the fault. */
  readonly fired: ReadonlyMap<Rule, boolean>;
}

/** Number, seed and application of the incidents to draw. */
export interface GuessRequest {
  readonly resets: number;
  readonly seed: string;
  /** Missing: all. */
  readonly app?: string | undefined;
  /** Id of the fault; missing: all. */
  readonly fault?: string | undefined;
}

/** Draws tasks with one fault as a trainer does, and yields what specifications alone tell at the start of each. */
export async function* guessFromSpecifications(
  { catalogue, incidents }: Pick<OpenHost, "catalogue" | "incidents">,
  { resets, seed, app, fault: wanted }: GuessRequest,
): AsyncGenerator<SpecificationGuess> {
  const tagsAll = [...(app === undefined ? [] : [`app:${app}`]), ...(wanted === undefined ? [] : [`fault:${wanted}`, "single-fault"])];
  const filter = { splits: ["train", "eval", "holdout"], tagsNone: ["healthy"], tagsAll };
  const { draws } = catalogue.sample({ filter, kind: "BALANCED", seed, n: 3 * resets, repeats: 1, weights: {} });
  const single = draws.filter(({ taskUri }) => catalogue.taskOf(taskUri).faults.length === 1).slice(0, resets);
  for (const { taskUri, seed: episodeSeed } of single) {
    const incident = await incidents.get(catalogue.taskOf(taskUri), episodeSeed).catch(isNotTaken);
    if (incident === undefined) continue;
    const findings = rankFindings(RULES, await specificationsIn(incident));
    const rank = findings.findIndex((finding) => isOfFault(finding, incident));
    const fault = incident.faults[0]?.injector.id ?? "";
    const fired = new Map(
      [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, own]) => [rule, own.some((finding) => isOfFault(finding, incident))]),
    );
    yield { task: taskUri, fault, first: findings[0], isHit: rank === 0, rank, findings: findings.length, fired };
  }
}

/** A reset whose fault does not take is refused. */
const isNotTaken = (cause: unknown): undefined => {
  if (cause instanceof DrillError && cause.code === "INJECTION_FAILED") return undefined;
  throw cause;
};

const isOfFault = ({ resource, type }: TypedFinding, { truth }: Incident): boolean =>
  truth.some(
    ({ resource: own, alsoNamed = [], faultType, catalogueType }) =>
      [own, ...alsoNamed].includes(resource) && [faultType, catalogueType].includes(type),
  );

/** The specifications as the linter reads them by kubectl. */
const specificationsIn = async ({ slot, place: { namespace } }: Incident): Promise<Specifications> => {
  const objects: KubeObject[] = [];
  for (const [kind, resource] of Object.entries(RESOURCES)) {
    const { status, body } = await slot.admin.read({ path: apiPath({ resource }), managedFields: true });
    if (status !== 200) continue;
    for (const object of (body as { readonly items: readonly KubeObject[] }).items)
      if (isRead(object, kind, namespace)) objects.push(specificationOf({ ...object, kind }));
  }
  return specificationsOf(objects, ({ metadata }) => metadata.namespace === undefined || metadata.namespace === namespace);
};

/** Resources by kind. */
const RESOURCES: Readonly<Record<string, string>> = {
  Deployment: "deployments.apps",
  StatefulSet: "statefulsets.apps",
  Service: "services",
  EndpointSlice: "endpointslices.discovery.k8s.io",
  ConfigMap: "configmaps",
  Secret: "secrets",
  ServiceAccount: "serviceaccounts",
  NetworkPolicy: "networkpolicies.networking.k8s.io",
  ResourceQuota: "resourcequotas",
  LimitRange: "limitranges",
  PersistentVolumeClaim: "persistentvolumeclaims",
  HorizontalPodAutoscaler: "horizontalpodautoscalers.autoscaling",
  CronJob: "cronjobs.batch",
  Job: "jobs.batch",
  Node: "nodes",
  Namespace: "namespaces",
  PersistentVolume: "persistentvolumes",
  StorageClass: "storageclasses.storage.k8s.io",
  PriorityClass: "priorityclasses.scheduling.k8s.io",
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations.admissionregistration.k8s.io",
  TidbCluster: "tidbclusters.pingcap.com",
};

const isRead = ({ metadata }: KubeObject, kind: string, namespace: string): boolean =>
  metadata.labels?.["endpointslice.kubernetes.io/managed-by"] === undefined &&
  (metadata.namespace === undefined ||
    metadata.namespace === namespace ||
    (metadata.namespace === "kube-system" && kind === "ConfigMap") ||
    (metadata.namespace === "local-path-storage" && kind === "Deployment"));

const specificationOf = ({ metadata, ...object }: KubeObject & { readonly status?: unknown }): KubeObject => {
  const { status, ...specification } = object;
  const entries = (metadata.managedFields ?? []) as readonly { readonly time?: string; readonly subresource?: string }[];
  const written = entries
    .filter(({ subresource }) => subresource === undefined || subresource === "")
    .map(({ time = "" }) => time)
    .sort()
    .at(-1);
  const allocatable = (status as Node["status"])?.allocatable ?? null;
  return { ...specification, metadata: { ...metadata, written }, allocatable } as KubeObject;
};
