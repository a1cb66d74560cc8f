import { decodeBase64Text } from "#core/base64.ts";
import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { err, ok, type Result } from "#core/result.ts";
import { milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Container, EnvFromSource, EnvVar, Pod } from "#kube/types/pod.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { nodeAddress } from "../pod/status.ts";
import { expandReferences } from "./expand-references.ts";
import { serviceLinks } from "./service-links.ts";

type Env = Readonly<Record<string, string>>;

/**
 * Environment of a container, fully resolved: `env` wins over `envFrom`, both over service links.
 * @returns the variables, or the kubelet's error for the first missing source
 */
export const resolveEnvironment = (world: World, pod: Pod, container: Container, podIP: string | undefined): Result<Env, string> => {
  const links = serviceLinks(world, pod);
  const env: Record<string, string> = {};
  for (const source of container.envFrom ?? []) {
    const taken = takeAll(world, pod, source);
    if (!taken.ok) return taken;
    Object.assign(env, taken.value);
  }
  const facts: PodFacts = { pod, container, podIP };
  let size = 0;
  for (const variable of container.env ?? []) {
    const value = variableValue(world, facts, variable, (name) => (size > ENVIRONMENT_MAX ? undefined : (env[name] ?? links[name])));
    if (!value.ok) return value;
    size += value.value?.length ?? 0;
    if (value.value !== undefined) env[variable.name] = value.value;
  }
  const hostname = hostnameOf(pod);
  return ok(keptVariables(links)(JSON.stringify([hostname, env]), () => ({ HOSTNAME: hostname, ...links, ...env })));
};

/** Size of the variables from which on references stay as they are, bytes: ARG_MAX of Linux. */
const ENVIRONMENT_MAX = 2_097_152;

/** Variables by Services, cached: they seldom change, so that a restarted container reuses them. */
const keptVariables = keepFor((_links: Env) => keepUpTo<string, Env>(256));

/** The host name that a pod sees; on the network of its node it is the node's. */
export const hostnameOf = ({ metadata, spec }: Pod): string =>
  spec.hostnameOverride ??
  (spec.hostNetwork === true ? (spec.nodeName ?? metadata.name) : qualified(spec.hostname ?? metadata.name, metadata, spec));

/** The name, with its domain where the pod wants that and has a subdomain. */
const qualified = (hostname: string, { namespace }: Pod["metadata"], { subdomain, setHostnameAsFQDN }: Pod["spec"]): string =>
  setHostnameAsFQDN === true && subdomain !== undefined ? `${hostname}.${subdomain}.${namespace}.svc.cluster.local` : hostname;

interface PodFacts {
  readonly pod: Pod;
  readonly container: Container;
  readonly podIP: string | undefined;
}

const takeAll = (world: World, { metadata }: Pod, { prefix = "", configMapRef, secretRef }: EnvFromSource): Result<Env, string> => {
  const ref = configMapRef ?? secretRef;
  const data =
    configMapRef === undefined
      ? secretData(world, metadata.namespace, ref?.name ?? "")
      : configMapData(world, metadata.namespace, ref?.name ?? "");
  if (data === undefined)
    return ref?.optional === true ? ok({}) : err(`${configMapRef === undefined ? "secret" : "configmap"} "${ref?.name}" not found`);
  return ok(
    Object.fromEntries(
      Object.keys(data)
        .sort()
        .map((key) => [`${prefix}${key}`, data[key] as string]),
    ),
  );
};

const variableValue = (
  world: World,
  facts: PodFacts,
  { value = "", valueFrom }: EnvVar,
  known: (name: string) => string | undefined,
): Result<string | undefined, string> => {
  const { pod, container } = facts;
  if (valueFrom === undefined) return ok(expandReferences(value, known));
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  if (fieldRef !== undefined) return ok(fieldValue(world, facts, fieldRef.fieldPath));
  if (resourceFieldRef !== undefined) {
    const target = pod.spec.containers.find(({ name }) => name === resourceFieldRef.containerName) ?? container;
    return ok(resourceValue(world, pod, target, resourceFieldRef));
  }
  const ref = configMapKeyRef ?? secretKeyRef;
  if (ref === undefined) return ok("");
  const [kind, kindName] = configMapKeyRef === undefined ? ["secret", "Secret"] : ["configmap", "ConfigMap"];
  const namespace = pod.metadata.namespace;
  const data =
    configMapKeyRef === undefined ? secretData(world, namespace, ref.name ?? "") : configMapData(world, namespace, ref.name ?? "");
  if (data === undefined) return ref.optional === true ? ok(undefined) : err(`${kind} "${ref.name}" not found`);
  const found = data[ref.key];
  if (found === undefined)
    return ref.optional === true ? ok(undefined) : err(`couldn't find key ${ref.key} in ${kindName} ${namespace}/${ref.name}`);
  return ok(found);
};

const configMapData = (world: World, namespace: string | undefined, name: string): Env | undefined => {
  const configMap = getObject<ConfigMap>(world, "configmaps", namespace, name);
  return configMap === undefined ? undefined : (configMap.data ?? {});
};

const secretData = (world: World, namespace: string | undefined, name: string): Env | undefined => {
  const secret = getObject<Secret>(world, "secrets", namespace, name);
  return secret === undefined
    ? undefined
    : Object.fromEntries(Object.entries(secret.data ?? {}).map(([key, value]) => [key, decodeBase64Text(value)]));
};

/** The value of a downward field; unknown paths are empty. */
export const fieldValue = (world: World, { pod, podIP }: Pick<PodFacts, "pod" | "podIP">, path: string): string => {
  const subscript = SUBSCRIPT.exec(path);
  if (subscript !== null) return pod.metadata[subscript[1] as "labels" | "annotations"]?.[subscript[2] as string] ?? "";
  return FIELDS[path]?.(world, pod, podIP) ?? "";
};

const SUBSCRIPT = /^metadata\.(labels|annotations)\['(.+)'\]$/;

const FIELDS: Readonly<Record<string, (world: World, pod: Pod, podIP: string | undefined) => string>> = {
  "metadata.name": (_world, { metadata }) => metadata.name,
  "metadata.namespace": (_world, { metadata }) => metadata.namespace ?? "",
  "metadata.uid": (_world, { metadata }) => metadata.uid ?? "",
  "metadata.labels": (_world, { metadata }) => pairLines(metadata.labels),
  // The kubelet notes where it has a pod from and since when; only its own pods see that.
  "metadata.annotations": (world, pod) =>
    pairLines({ ...pod.metadata.annotations, "kubernetes.io/config.seen": seenAt(world, pod), "kubernetes.io/config.source": "api" }),
  "spec.nodeName": (_world, { spec }) => spec.nodeName ?? "",
  "spec.serviceAccountName": (_world, { spec }) => spec.serviceAccountName ?? "",
  "status.hostIP": (world, { spec }) => nodeAddress(world, spec.nodeName ?? ""),
  "status.hostIPs": (world, { spec }) => nodeAddress(world, spec.nodeName ?? ""),
  "status.podIP": (_world, _pod, podIP) => podIP ?? "",
  "status.podIPs": (_world, _pod, podIP) => podIP ?? "",
};

const seenAt = (world: World, { metadata, status }: Pod): string => {
  const nanos = world.rng(`kubelet/config-seen/${metadata.uid}`).int(100_000_000, 999_999_999);
  return (status?.startTime ?? metadata.creationTimestamp ?? "").replace("Z", `.${nanos}Z`);
};

const pairLines = (pairs: Env | undefined): string =>
  Object.keys(pairs ?? {})
    .sort()
    .map((key) => `${key}=${JSON.stringify(pairs?.[key])}`)
    .join("\n");

/** The value of a resource field; limits that a container lacks are those of its node. */
export const resourceValue = (
  world: World,
  { spec }: Pod,
  { resources }: Container,
  { resource, divisor = "1" }: { readonly resource: string; readonly divisor?: string },
): string => {
  const [kind, name] = resource.split(".") as [string, string];
  const allocatable = getObject<Node>(world, "nodes", undefined, spec.nodeName ?? "")?.status?.allocatable?.[name];
  const text = kind === "limits" ? (resources?.limits?.[name] ?? allocatable) : resources?.requests?.[name];
  const unit = divisor === "0" ? "1" : divisor;
  if (name === "cpu") return `${Math.ceil(milliValue(text) / milliValue(unit))}`;
  return `${Math.ceil(unitValue(text) / unitValue(unit))}`;
};
