import type { KubeObject } from "#kube/types/meta.ts";

/**
 * Reduces an object to its declared fields, without those written by the cluster.
 *
 * Objects with equal results are the same state of a slot.
 */
export const normalizeObject = (resource: string, object: KubeObject): KubeObject =>
  [...WRITTEN_BY_THE_CLUSTER, ...(ALLOCATED[resource] ?? [])].reduce<unknown>((value, path) => dropAt(value, path), object) as KubeObject;

/** Path in an object: a key, `*` for each item of a list, or a predicate for items to drop. */
type Path = readonly (string | ((item: unknown) => boolean))[];

const annotation = (name: string): Path => ["metadata", "annotations", name];

const WRITTEN_BY_THE_CLUSTER: readonly Path[] = [
  ["status"],
  ...[
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "managedFields",
    "generateName",
    "selfLink",
  ].map((field): Path => ["metadata", field]),
  ["metadata", "ownerReferences", "*", "uid"],
  annotation("deployment.kubernetes.io/revision"),
  // kubectl's own notes on what it was told; what it was told is compared.
  annotation("kubectl.kubernetes.io/last-applied-configuration"),
  annotation("kubernetes.io/change-cause"),
];

const isToken = (item: unknown): boolean => (item as { readonly name?: string }).name?.startsWith("kube-api-access-") === true;
const jobLabel = (name: string): readonly Path[] => [
  ["metadata", "labels", name],
  ["spec", "template", "metadata", "labels", name],
];

/** Fields that the cluster allocates: another address or node after a recreation is no difference. */
const ALLOCATED: Readonly<Record<string, readonly Path[]>> = {
  services: [
    ["spec", "clusterIP"],
    ["spec", "clusterIPs"],
    ["spec", "healthCheckNodePort"],
    ["spec", "ports", "*", "nodePort"],
  ],
  // What a kubelet and its controllers note; labels, taints and whether it takes pods are an operator's.
  nodes: [
    ["metadata", "annotations"],
    ["spec", "taints", "*", "timeAdded"],
  ],
  serviceaccounts: [["secrets"]],
  persistentvolumeclaims: [
    ["spec", "volumeName"],
    annotation("pv.kubernetes.io/bind-completed"),
    annotation("pv.kubernetes.io/bound-by-controller"),
    annotation("volume.kubernetes.io/selected-node"),
    annotation("volume.kubernetes.io/storage-provisioner"),
    annotation("volume.beta.kubernetes.io/storage-provisioner"),
  ],
  pods: [
    ["spec", "nodeName"],
    ["spec", "volumes", isToken],
    ["spec", "containers", "*", "volumeMounts", isToken],
    ["spec", "initContainers", "*", "volumeMounts", isToken],
  ],
  "jobs.batch": [
    ["spec", "selector"],
    ...["batch.kubernetes.io/controller-uid", "controller-uid", "batch.kubernetes.io/job-name", "job-name"].flatMap(jobLabel),
  ],
};

/** Copies a value without the fields at a path; maps and lists that become empty are dropped too, since the API omits them. */
const dropAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (Array.isArray(value)) {
    if (step === "*") return value.map((item) => dropAt(item, rest));
    return typeof step === "function" ? emptyToUndefined(value.filter((item) => !step(item))) : value;
  }
  if (typeof value !== "object" || value === null || typeof step !== "string" || !(step in value)) return value;
  const { [step]: member, ...others } = value as Readonly<Record<string, unknown>>;
  const left = rest.length === 0 ? keptAnyway(member) : dropAt(member, rest);
  return left === undefined ? emptyToUndefined(others) : { ...others, [step]: left };
};

/** Keeps the cluster address `None` of a headless Service, which is declared rather than allocated. */
const keptAnyway = (member: unknown): unknown =>
  member === "None" || (Array.isArray(member) && member[0] === "None") ? member : undefined;

const emptyToUndefined = <T extends object>(value: T): T | undefined => (Object.keys(value).length === 0 ? undefined : value);
