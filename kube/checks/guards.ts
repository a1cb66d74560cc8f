import { isSameJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import { type Baseline, ownObjects } from "../app/baseline.ts";
import { givenTaints } from "../listings/list-nodes.ts";
import { CRONJOBS, podSpecOf } from "../listings/logged-tasks.ts";
import { isSameCommand } from "../objects/container-command.ts";
import { CUSTOM_KINDS } from "../objects/custom-kinds.ts";
import { isSameImage } from "../objects/image-reference.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import { type Node, PRIORITY_CLASSES, type Taint } from "../types/cluster.ts";
import type { KubeObject } from "../types/meta.ts";
import { SLICE_MANAGED_BY } from "../types/network.ts";
import type { Container, PodTemplateSpec } from "../types/pod.ts";
import { MUTATING, VALIDATING, type WebhookConfiguration } from "../types/webhooks.ts";
import type { CronJob } from "../types/workloads.ts";
import { listObjects } from "../verbs/list.ts";

/**
 * Lists what the baseline had and the world has lost: objects, replicas, probes, limits, images, policies, accounts, webhooks, classes.
 *
 * An addition is never a loss (replicas may grow, a limit may be added). Names are stable: `deployments.apps/geo:image
 * of geo`.
 * @returns names of the broken guards, sorted
 */
export const brokenGuards = async (view: ClusterView, baseline: Baseline): Promise<readonly string[]> => {
  const broken: string[] = [];
  for (const [resource, before] of guardedObjects(baseline)) {
    const now = await listObjects(view, { resource, ...(!CLUSTER_WIDE.has(resource) && { namespace: baseline.namespace }) });
    let at = 0;
    for (const object of before) {
      // Unchanged objects are the same reference in a simulated world, in the same order; real ones differ in every read.
      const same = now.indexOf(object, at);
      if (same !== -1 && object.metadata.deletionTimestamp === undefined) at = same + 1;
      else
        broken.push(
          ...lossesOf(
            resource,
            object,
            now.find(({ metadata }) => metadata.name === object.metadata.name),
          ),
        );
    }
  }
  return broken.sort();
};

/** Guarded objects of a baseline, by resource. */
const guardedObjects = keepFor((baseline: Baseline): readonly (readonly [string, readonly KubeObject[]])[] =>
  Object.keys(GUARDS)
    .sort()
    .map((resource): [string, readonly KubeObject[]] => [
      resource,
      CLUSTER_WIDE.has(resource)
        ? (baseline.objects[resource] ?? []).filter((object) => resource !== NODES || givenTaints(object as Node).length > 0)
        : ownObjects(baseline, resource).filter(
            ({ metadata }) => !IGNORED_NAMES.has(metadata.name) && metadata.labels?.[SLICE_MANAGED_BY] === undefined,
          ),
    ])
    .filter(([, objects]) => objects.length > 0),
);

/** Names of objects that controllers write and no repair has to keep. */
const IGNORED_NAMES: ReadonlySet<string> = new Set(["kube-root-ca.crt"]);

const lossesOf = (resource: string, before: KubeObject, now: KubeObject | undefined): readonly string[] => {
  const name = `${resource}/${before.metadata.name}`;
  if (now === undefined || now.metadata.deletionTimestamp !== undefined) return [`${name}:exists`];
  return (GUARDS[resource] as Guard)(before as Loose, now as Loose).map((loss) => `${name}:${loss}`);
};

type Loose = KubeObject & { readonly spec?: Record<string, unknown>; readonly data?: Record<string, unknown> };

/** Compares an object with its baseline and names what it lost. */
type Guard = (before: Loose, now: Loose) => readonly string[];

const guardWorkload: Guard = (before, now) => {
  if (now.spec === before.spec) return [];
  const [old, present] = [before.spec as unknown as WorkloadSpec, now.spec as unknown as WorkloadSpec];
  const losses = (present.replicas ?? 1) < (old.replicas ?? 1) ? ["replicas"] : [];
  for (const container of old.template?.spec.containers ?? []) {
    const same = present.template?.spec.containers.find(({ name }) => name === container.name);
    losses.push(...(same === undefined ? [`container ${container.name}`] : containerLosses(container, same)));
  }
  for (const volume of old.template?.spec.volumes ?? []) {
    const same = present.template?.spec.volumes?.find(({ name }) => name === volume.name);
    const { persistentVolumeClaim: claim } = volume;
    if (same === undefined || (claim !== undefined && same.persistentVolumeClaim?.claimName !== claim.claimName))
      losses.push(`volume ${volume.name}`);
  }
  return losses;
};

interface WorkloadSpec {
  readonly replicas?: number;
  readonly template?: PodTemplateSpec;
}

const containerLosses = (before: Container, now: Container): string[] => {
  const { name } = before;
  const losses: string[] = [];
  if (!isSameImage(before.image, now.image)) losses.push(`image of ${name}`);
  if (!isSameCommand(before, now)) losses.push(`command of ${name}`);
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"] as const)
    if (before[probe] !== undefined && now[probe] === undefined) losses.push(`${probe} of ${name}`);
  for (const limit of Object.keys(before.resources?.limits ?? {}))
    if (now.resources?.limits?.[limit] === undefined) losses.push(`${limit} limit of ${name}`);
  for (const { name: variable } of before.env ?? [])
    if (!now.env?.some((candidate) => candidate.name === variable) && now.envFrom === undefined) losses.push(`env ${variable} of ${name}`);
  for (const { mountPath } of before.volumeMounts ?? [])
    if (!now.volumeMounts?.some((mount) => mount.mountPath === mountPath)) losses.push(`mount ${mountPath} of ${name}`);
  return losses;
};

/** Requires that a CronJob runs, with all of its containers: one may become an init container, or get another command. */
const guardCronJob: Guard = (before, now) => {
  const [old, present] = [before, now] as unknown as readonly [CronJob, CronJob];
  const containersOf = (cronJob: CronJob): readonly Container[] => {
    const { containers, initContainers = [] } = podSpecOf(cronJob);
    return [...initContainers, ...containers];
  };
  const losses = containersOf(old).flatMap(({ name, image, volumeMounts = [] }) => {
    const same = containersOf(present).find((container) => container.name === name);
    if (same === undefined) return [`container ${name}`];
    const isMounted = (path: string): boolean => same.volumeMounts?.some(({ mountPath }) => mountPath === path) === true;
    const mounts = volumeMounts.flatMap(({ mountPath }) => (isMounted(mountPath) ? [] : [`mount ${mountPath} of ${name}`]));
    return [...(isSameImage(image, same.image) ? [] : [`image of ${name}`]), ...mounts];
  });
  if (present.spec.suspend === true && old.spec.suspend !== true) losses.push("runs");
  return losses;
};

const guardService: Guard = (before, now) => {
  const ports = (object: Loose) =>
    ((object.spec?.["ports"] ?? []) as readonly { readonly port: number; readonly protocol?: string }[]).map(
      ({ port, protocol }) => `${port}/${protocol ?? "TCP"}`,
    );
  const lost = ports(before).filter((port) => !ports(now).includes(port));
  return [
    ...lost.map((port) => `port ${port}`),
    ...(before.spec?.["type"] !== "ExternalName" && now.spec?.["type"] === "ExternalName" ? ["in-cluster backend"] : []),
  ];
};

const guardKeys: Guard = (before, now) =>
  Object.keys(before.data ?? {})
    .filter((key) => now.data?.[key] === undefined)
    .map((key) => `key ${key}`);

/** Requires the same uid, where it is known: a new claim of the same name has an empty volume. */
const guardIdentity: Guard = (before, now) =>
  before.metadata.uid === undefined || before.metadata.uid === now.metadata.uid ? [] : ["data"];

/** Requires that there is one. */
const guardExistence: Guard = () => [];

const guardSpec: Guard = (before, now) => (isSameJson(before.spec ?? {}, now.spec ?? {}) ? [] : ["spec"]);

const guardRules: Guard = (before, now) => (isSameJson(rightsOf(before as Rights), rightsOf(now as Rights)) ? [] : ["rules"]);

const rightsOf = ({ rules, subjects }: Rights) => [rules ?? [], subjects ?? []];

type Rights = { readonly rules?: unknown; readonly subjects?: unknown };

/** Taints that people put on a node keep away what does not belong there. */
const guardTaints: Guard = (before, now) => {
  const left = givenTaints(now as unknown as Node);
  const isLeft = (taint: Taint): boolean => left.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  return givenTaints(before as unknown as Node).flatMap((taint) => (isLeft(taint) ? [] : [`taint ${taint.key}`]));
};

/** Requires the webhooks: nobody checks what they did without them. */
const guardWebhooks: Guard = (before, now) => {
  const namesOf = ({ webhooks = [] }: WebhookConfiguration): readonly string[] => webhooks.map(({ name }) => name);
  const left = namesOf(now);
  return namesOf(before).flatMap((name) => (left.includes(name) ? [] : [`webhook ${name}`]));
};

const NODES = "nodes";

/** Resources that belong to no namespace. */
const CLUSTER_WIDE: ReadonlySet<string> = new Set([NODES, MUTATING, VALIDATING, PRIORITY_CLASSES]);

const GUARDS: Readonly<Record<string, Guard>> = {
  [NODES]: guardTaints,
  [MUTATING]: guardWebhooks,
  [VALIDATING]: guardWebhooks,
  [PRIORITY_CLASSES]: guardExistence,
  "deployments.apps": guardWorkload,
  "statefulsets.apps": guardWorkload,
  "daemonsets.apps": guardWorkload,
  [CRONJOBS]: guardCronJob,
  services: guardService,
  "endpointslices.discovery.k8s.io": guardExistence,
  configmaps: guardKeys,
  secrets: guardKeys,
  persistentvolumeclaims: guardIdentity,
  "networkpolicies.networking.k8s.io": guardSpec,
  "ingresses.networking.k8s.io": guardSpec,
  "poddisruptionbudgets.policy": guardSpec,
  "horizontalpodautoscalers.autoscaling": guardSpec,
  resourcequotas: guardSpec,
  limitranges: guardSpec,
  serviceaccounts: guardExistence,
  "roles.rbac.authorization.k8s.io": guardRules,
  "rolebindings.rbac.authorization.k8s.io": guardRules,
  ...Object.fromEntries(CUSTOM_KINDS.map(({ resource }) => [resource, guardExistence])),
};
