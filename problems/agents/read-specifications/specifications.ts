import { parseJson } from "#core/parse-json.ts";
import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Move, Sight } from "../../agent.ts";

/** Specifications of an app and its cluster, without any status. */
export interface Specifications {
  /** Objects of a kind: of the app's namespace, or of the cluster. */
  of<T extends KubeObject>(kind: string): readonly T[];
  /** Objects of a kind in another namespace. */
  elsewhere<T extends KubeObject>(kind: string): readonly T[];
  /** The app's Deployments and StatefulSets. */
  readonly workloads: readonly Workload[];
  /** Those of them that are to have pods. */
  readonly running: readonly Workload[];
}

/** A node as it is read: with what it can give. */
export interface NodeSpecification extends Node {
  readonly allocatable?: Readonly<Record<string, string>> | null;
}

/** Arranges objects by kind. @param isOwn says whether an object is in the app's namespace, or in none */
export const specificationsOf = (objects: readonly KubeObject[], isOwn: (object: KubeObject) => boolean): Specifications => {
  const own = Map.groupBy(objects.filter(isOwn), ({ kind }) => kind);
  const others = Map.groupBy(
    objects.filter((object) => !isOwn(object)),
    ({ kind }) => kind,
  );
  const workloads = [...(own.get("Deployment") ?? []), ...(own.get("StatefulSet") ?? [])] as unknown as readonly Workload[];
  return {
    of: <T extends KubeObject>(kind: string) => (own.get(kind) ?? []) as readonly KubeObject[] as readonly T[],
    elsewhere: <T extends KubeObject>(kind: string) => (others.get(kind) ?? []) as readonly KubeObject[] as readonly T[],
    workloads,
    running: workloads.filter(({ spec }) => (spec.replicas ?? 1) > 0),
  };
};

/** Reads the specifications by kubectl. */
export function* readSpecifications(): Generator<Move, Specifications, Sight> {
  const own = yield* readObjects(`get ${OWN.join(",")}`, WRITTEN);
  const ofCluster: KubeObject[] = [];
  for (const what of ELSEWHERE) ofCluster.push(...(yield* readObjects(`get ${what}`, `labels: .metadata.labels, ${WRITTEN}`)));
  const namespace = own.find(({ kind }) => kind === "Deployment")?.metadata.namespace;
  return specificationsOf([...own, ...ofCluster], ({ metadata }) => metadata.namespace === undefined || metadata.namespace === namespace);
}

const OWN: readonly string[] = [
  "deployments",
  "statefulsets",
  "services",
  "endpointslices",
  "configmaps",
  "secrets",
  "serviceaccounts",
  "networkpolicies",
  "resourcequotas",
  "limitranges",
  "persistentvolumeclaims",
  "horizontalpodautoscalers",
  "cronjobs",
  "jobs",
];

/** One by one, as it is not everybody who may read them, nor every cluster that has them. */
const ELSEWHERE: readonly string[] = [
  "nodes",
  "namespaces",
  "persistentvolumes",
  "storageclasses",
  "priorityclasses",
  "mutatingwebhookconfigurations",
  "validatingwebhookconfigurations",
  "tidbclusters",
  "configmaps -n kube-system",
  "deployments -n local-path-storage",
];

/** Filter that leaves out what programs make up: statuses, but for what a node can give, and the slices of Services with a selector. */
const filterOf = (metadata: string): string =>
  [
    ".items[]",
    'select(.metadata.labels["endpointslice.kubernetes.io/managed-by"] == null)',
    ".allocatable = .status.allocatable",
    "del(.status)",
    `.metadata = {name: .metadata.name, namespace: .metadata.namespace, creationTimestamp: .metadata.creationTimestamp, ${metadata}}`,
    // Long texts are scripts and dashboards.
    'with_entries(select(.key != "data" or (.value | tojson | length) < 6000))',
  ].join(" | ");

/** Time when somebody wrote the object the last time, other than its status. */
const WRITTEN = "written: ((.metadata.managedFields // []) | map(select(.subresource == null)) | map(.time) | max)";

/** Values that fields have anyway take room in answers, which are short. */
const PLAIN =
  's/"(terminationMessagePath|terminationMessagePolicy|imagePullPolicy|schedulerName|clusterIP|ipFamilyPolicy|sessionAffinity|apiVersion)":"[^"]*",?//g; s/"(clusterIPs|ipFamilies)":[[][^]]*[]],?//g; s/,"protocol":"TCP"//g; s/"(allocatable|namespace|securityContext)":(null|[{][}]),?//g; s/,}/}/g';

/** Objects as JSON, one a line, in as many answers as they take: long ones are cut. */
function* readObjects(command: string, metadata: string): Generator<Move, readonly KubeObject[], Sight> {
  const pages: string[] = [];
  const all = `${command} -o json --show-managed-fields | jq -c '${filterOf(metadata)}' | sed -E '${PLAIN}'`;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { status, content } = yield {
      call: kubectl(`${all} | tail -c +${page * PAGE_BYTES + 1} | head -c ${PAGE_BYTES}`),
      says: "Read specifications.",
    };
    if (status !== "OK") break;
    pages.push(content);
    if (content.length < PAGE_BYTES / 2) break;
  }
  return pages
    .join("")
    .split("\n")
    .flatMap((line) => (parseJson(line) as KubeObject | undefined) ?? []);
}

const PAGE_BYTES = 10_000;
const PAGES_MAX = 30;
