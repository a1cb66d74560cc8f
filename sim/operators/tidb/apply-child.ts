import { isSameJson } from "#core/canonical-json.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { instanceOf } from "../../processes/process-keys.ts";
import { COMPONENT, failed, type Sync, type SyncEnd, titleOf } from "./sync.ts";

/** Makes an object of the cluster where it is missing, and puts back whatever others changed on it. */
export const applyChild = (sync: Sync, resource: string, desired: KubeObject): SyncEnd | undefined => {
  const { client } = sync;
  const { namespace, name } = desired.metadata;
  const live = client.get<KubeObject>(resource, namespace, name);
  if (live === undefined) return createChild(sync, resource, desired);
  if (isAsLeft(sync, resource, live, desired)) return undefined;
  const updated = client.update(resource, withWishes(resource, live, desired));
  const title = `${desired.kind}: [${namespace}/${name}]`;
  if (!updated.ok) {
    sync.operator.log(
      "E",
      UPDATE_SOURCES[desired.kind] ?? "generic_control.go:514",
      `failed to update TidbCluster: [${titleOf(sync)}]'s ${title}, error: ${updated.error.message}`,
    );
    return failed(updated.error.message ?? "");
  }
  if (updated.value.metadata.resourceVersion !== live.metadata.resourceVersion)
    sync.operator.log(
      "I",
      UPDATE_SOURCES[desired.kind] ?? "generic_control.go:514",
      `TidbCluster: [${titleOf(sync)}]'s ${title} updated successfully`,
    );
  remember(sync, resource, updated.value, desired);
  return undefined;
};

/** Makes an object of the cluster, and says so in an event about the cluster. */
export const createChild = (sync: Sync, resource: string, desired: KubeObject): SyncEnd | undefined => {
  const { client, cluster } = sync;
  const created = client.create(resource, desired);
  const words = EVENT_WORDS[desired.kind] ?? GENERIC_WORDS;
  const text = words.text(desired, cluster.metadata.name);
  if (created.ok) {
    client.event(cluster, { type: "Normal", reason: words.done, message: `${text} ${words.success}`, component: COMPONENT });
    remember(sync, resource, created.value, desired);
    return undefined;
  }
  const message = `${text} failed${words.comma} error: ${created.error.message}`;
  client.event(cluster, { type: "Warning", reason: words.notDone, message, component: COMPONENT });
  return failed(created.error.message ?? "");
};

const UPDATE_SOURCES: Readonly<Record<string, string>> = {
  StatefulSet: "stateful_set_control.go:97",
  Service: "service_control.go:85",
};

const GENERIC_WORDS = {
  done: "Successfully Create",
  notDone: "Failed to Create",
  success: "successfully",
  comma: ",",
  text: ({ kind, metadata }: KubeObject, cluster: string) => `create ${kind}/${metadata.name} for controller TidbCluster/${cluster}`,
};

const NAMED_WORDS = {
  done: "SuccessfulCreate",
  notDone: "FailedCreate",
  success: "successful",
  comma: "",
  text: ({ kind, metadata }: KubeObject, cluster: string) => `create ${kind} ${metadata.name} in TidbCluster ${cluster}`,
};

const EVENT_WORDS: Readonly<Record<string, typeof GENERIC_WORDS>> = { StatefulSet: NAMED_WORDS, Service: NAMED_WORDS };

/** The object with all that the operator may change of it as the cluster asks for. */
const withWishes = (resource: string, live: KubeObject, desired: KubeObject): KubeObject => {
  const [own, wanted] = [live as unknown as Fields, desired as unknown as Fields];
  const spec = Object.fromEntries(
    (SPEC_FIELDS[resource] ?? []).flatMap((name) => (name in (wanted["spec"] ?? {}) ? [[name, wanted["spec"]?.[name]]] : [])),
  );
  const top = Object.fromEntries((TOP_FIELDS[resource] ?? []).flatMap((name) => (name in wanted ? [[name, wanted[name]]] : [])));
  const { labels, annotations, ownerReferences } = desired.metadata;
  return {
    ...live,
    ...top,
    ...(own["spec"] === undefined ? {} : { spec: { ...own["spec"], ...spec } }),
    metadata: {
      ...live.metadata,
      labels: { ...live.metadata.labels, ...labels },
      ...(annotations === undefined ? {} : { annotations: { ...live.metadata.annotations, ...annotations } }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
    },
  } as KubeObject;
};

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Fields of `spec` that it keeps as the cluster asks for, by resource. */
const SPEC_FIELDS: Readonly<Record<string, readonly string[]>> = {
  services: ["ports", "selector", "type", "publishNotReadyAddresses"],
  "statefulsets.apps": ["replicas", "template", "updateStrategy"],
  "deployments.apps": ["replicas", "strategy", "template"],
};

/** The same of fields beside `spec`. */
const TOP_FIELDS: Readonly<Record<string, readonly string[]>> = {
  configmaps: ["data"],
  "roles.rbac.authorization.k8s.io": ["rules"],
  "rolebindings.rbac.authorization.k8s.io": ["subjects"],
};

/** An object as the operator left it, and what it wanted of it then. */
interface Known {
  readonly operator: string;
  readonly version: string;
  readonly desired: KubeObject;
}

const KNOWN = "operators/tidb/known";

const isAsLeft = ({ world, operator }: Sync, resource: string, live: KubeObject, desired: KubeObject): boolean => {
  const known = world.map<Known>(KNOWN).get(keyOf(resource, desired));
  return (
    known !== undefined &&
    known.operator === instanceOf(operator.process) &&
    known.version === versionOf(live) &&
    isSameJson(known.desired, desired)
  );
};

const remember = ({ world, operator }: Sync, resource: string, live: KubeObject, desired: KubeObject): void =>
  world.map<Known>(KNOWN).set(keyOf(resource, desired), { operator: instanceOf(operator.process), version: versionOf(live), desired });

const keyOf = (resource: string, { metadata }: KubeObject): string => `${resource} ${metadata.namespace}/${metadata.name}`;

/** A status is no change. */
const versionOf = ({ metadata }: KubeObject): string =>
  metadata.generation === undefined ? `${metadata.uid} ${metadata.resourceVersion}` : `${metadata.uid} at ${metadata.generation}`;
