import { decodeBase64Text } from "#core/base64.ts";
import type { ServiceAccount } from "#kube/types/cluster.ts";
import type { Pod, Volume } from "#kube/types/pod.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import { ISSUER, issueToken } from "../../apiserver/policy/tokens/account-token.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { fieldValue, resourceValue } from "../container/environment.ts";

type Files = Readonly<Record<string, string>>;

/** Relative path → content of the files that a volume brings; none for volumes that hold data. */
export const volumeFiles = (world: World, pod: Pod, volume: Volume, podIP: string | undefined): Files => {
  const { configMap, secret, projected, downwardAPI } = volume;
  if (configMap !== undefined) return configMapFiles(world, pod, configMap);
  if (secret !== undefined) return secretFiles(world, pod, { ...secret, name: secret.secretName ?? "" });
  if (downwardAPI !== undefined) return downwardFiles(world, pod, downwardAPI as DownwardSource, podIP);
  const sources = (projected?.["sources"] as readonly ProjectedSource[] | undefined) ?? [];
  return Object.assign({}, ...sources.map((source) => projectedFiles(world, pod, source, podIP)));
};

interface ItemSource {
  readonly name?: string;
  readonly items?: readonly { readonly key: string; readonly path: string }[];
}

interface ResourceField {
  readonly containerName?: string;
  readonly resource: string;
  readonly divisor?: string;
}

interface DownwardSource {
  readonly items?: readonly {
    readonly path: string;
    readonly fieldRef?: { readonly fieldPath: string };
    readonly resourceFieldRef?: ResourceField;
  }[];
}

interface ProjectedSource {
  readonly configMap?: ItemSource;
  readonly secret?: ItemSource;
  readonly downwardAPI?: DownwardSource;
  readonly serviceAccountToken?: TokenSource;
}

const projectedFiles = (
  world: World,
  pod: Pod,
  { configMap, secret, downwardAPI, serviceAccountToken }: ProjectedSource,
  podIP: string | undefined,
): Files => {
  if (configMap !== undefined) return configMapFiles(world, pod, configMap);
  if (secret !== undefined) return secretFiles(world, pod, secret);
  if (downwardAPI !== undefined) return downwardFiles(world, pod, downwardAPI, podIP);
  return serviceAccountToken === undefined ? {} : { [serviceAccountToken.path]: tokenFile(world, pod, serviceAccountToken) };
};

interface TokenSource {
  readonly path: string;
  readonly audience?: string;
  readonly expirationSeconds?: number;
}

/** Content of a token file; empty when the account was deleted after the pod was created. */
const tokenFile = (world: World, pod: Pod, { audience = ISSUER, expirationSeconds = 3600 }: TokenSource): string => {
  const { name, namespace, uid = "" } = pod.metadata;
  const account = getObject<ServiceAccount>(world, "serviceaccounts", namespace, pod.spec.serviceAccountName ?? "default");
  if (account === undefined) return "";
  return issueToken(world, { account, audiences: [audience], expirationSeconds, bound: { kind: "Pod", name, uid } });
};

const configMapFiles = (world: World, { metadata }: Pod, { name = "", items }: ItemSource): Files => {
  const found = getObject<ConfigMap>(world, "configmaps", metadata.namespace, name);
  const binary = Object.entries(found?.binaryData ?? {}).map(([key, text]) => [key, decodeBase64Text(text)] as const);
  return chosen(binary.length === 0 ? (found?.data ?? {}) : { ...found?.data, ...Object.fromEntries(binary) }, items, (text) => text);
};

const secretFiles = (world: World, { metadata }: Pod, { name = "", items }: ItemSource): Files =>
  chosen(getObject<Secret>(world, "secrets", metadata.namespace, name)?.data ?? {}, items, decodeBase64Text);

const chosen = (data: Files, items: ItemSource["items"], read: (text: string) => string): Files => {
  const pairs = items === undefined ? Object.keys(data).map((key) => ({ key, path: key })) : items;
  return Object.fromEntries(pairs.flatMap(({ key, path }) => (data[key] === undefined ? [] : [[path, read(data[key])]])));
};

const downwardFiles = (world: World, pod: Pod, { items = [] }: DownwardSource, podIP: string | undefined): Files =>
  Object.fromEntries(
    items.map(({ path, fieldRef, resourceFieldRef }) => {
      const container = pod.spec.containers.find(({ name }) => name === resourceFieldRef?.containerName);
      if (resourceFieldRef === undefined || container === undefined)
        return [path, fieldValue(world, { pod, podIP }, fieldRef?.fieldPath ?? "")];
      return [path, resourceValue(world, pod, container, resourceFieldRef)];
    }),
  );
