import type { Container, Pod, Volume } from "#kube/types/pod.ts";
import type { ConfigMap, PersistentVolumeClaim, Secret } from "#kube/types/storage.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { claimOf } from "../../storage/pod-claims.ts";
import { volumeFiles } from "./volume-files.ts";

/** Failure to mount a volume. */
export interface MountFailure {
  readonly volume: string;
  /** The event's text; undefined while the kubelet waits without a word. */
  readonly message: string | undefined;
}

/** The volumes of a pod that cannot be mounted now, in the order of the spec. */
export const mountFailures = (world: World, pod: Pod): readonly MountFailure[] =>
  (pod.spec.volumes ?? []).flatMap((volume) => {
    const problem = mountProblem(world, pod, volume);
    if (problem === undefined) return [];
    return [
      { volume: volume.name, message: problem === "" ? undefined : `MountVolume.SetUp failed for volume "${volume.name}" : ${problem}` },
    ];
  });

/** Absolute path → content of all files that a container finds in its volumes. */
export const mountedFiles = (world: World, pod: Pod, container: Container, podIP: string | undefined): Readonly<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
    const volume = pod.spec.volumes?.find((candidate) => candidate.name === name);
    const content = volume === undefined ? {} : volumeFiles(world, pod, volume, podIP);
    for (const [path, text] of Object.entries(content)) {
      const place = subPath === undefined ? `${trimSlash(mountPath)}/${path}` : placeUnder(mountPath, subPath, path);
      if (place !== undefined) files[place] = text;
    }
  }
  return files;
};

/** Volumes of a container: mount path → place of the data. */
export const mountedVolumes = (world: World, pod: Pod, container: Container): Readonly<Record<string, string>> => {
  const volumes: Record<string, string> = {};
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    const home = volumeHome(
      world,
      pod,
      pod.spec.volumes?.find((candidate) => candidate.name === name),
    );
    if (home !== undefined) volumes[mountPath] = home;
  }
  return volumes;
};

/** An empty text: wait in silence. */
const mountProblem = (world: World, pod: Pod, volume: Volume): string | undefined => {
  const { metadata, spec } = pod;
  const { configMap, secret, hostPath, projected } = volume;
  const claimName = claimOf(pod, volume);
  if (configMap !== undefined)
    return configMapProblem(world, metadata.namespace, {
      name: configMap.name ?? "",
      items: configMap.items,
      optional: configMap.optional,
    });
  if (secret !== undefined)
    return secretProblem(world, metadata.namespace, { name: secret.secretName ?? "", items: secret.items, optional: secret.optional });
  if (hostPath !== undefined) return hostPathProblem(hostPath.path, hostPath.type ?? "");
  if (claimName !== undefined) {
    const claim = getObject<PersistentVolumeClaim>(world, "persistentvolumeclaims", metadata.namespace, claimName);
    return claim?.status?.phase === "Bound" || spec.nodeName === undefined ? undefined : "";
  }
  for (const source of (projected?.["sources"] as readonly ProjectedSource[] | undefined) ?? []) {
    const problem = projectedProblem(world, metadata.namespace, source);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

interface SourceRef {
  readonly name: string;
  readonly items: readonly { readonly key: string }[] | undefined;
  readonly optional: boolean | undefined;
}

interface ProjectedSource {
  readonly configMap?: Partial<SourceRef>;
  readonly secret?: Partial<SourceRef>;
}

const projectedProblem = (world: World, namespace: string | undefined, { configMap, secret }: ProjectedSource): string | undefined => {
  if (configMap !== undefined)
    return configMapProblem(world, namespace, { name: configMap.name ?? "", items: configMap.items, optional: configMap.optional });
  if (secret !== undefined)
    return secretProblem(world, namespace, { name: secret.name ?? "", items: secret.items, optional: secret.optional });
  return undefined;
};

const configMapProblem = (world: World, namespace: string | undefined, { name, items, optional }: SourceRef): string | undefined => {
  if (optional === true) return undefined;
  const found = getObject<ConfigMap>(world, "configmaps", namespace, name);
  if (found === undefined) return `configmap "${name}" not found`;
  const missing = items?.find(({ key }) => found.data?.[key] === undefined && found.binaryData?.[key] === undefined);
  return missing === undefined ? undefined : `configmap references non-existent config key: ${missing.key}`;
};

const secretProblem = (world: World, namespace: string | undefined, { name, items, optional }: SourceRef): string | undefined => {
  if (optional === true) return undefined;
  const found = getObject<Secret>(world, "secrets", namespace, name);
  if (found === undefined) return `secret "${name}" not found`;
  const missing = items?.find(({ key }) => found.data?.[key] === undefined);
  return missing === undefined ? undefined : `references non-existent secret key: ${missing.key}`;
};

const hostPathProblem = (path: string, type: string): string | undefined => {
  if (type === "Directory" && !HOST_DIRECTORIES.some((directory) => path === directory || directory.startsWith(`${trimSlash(path)}/`))) {
    return `hostPath type check failed: ${path} is not a directory`;
  }
  if (type === "File" && !HOST_FILES.includes(path)) return `hostPath type check failed: ${path} is not a file`;
  return undefined;
};

const HOST_DIRECTORIES: readonly string[] = [
  "/dev",
  "/etc/kubernetes",
  "/etc/ssl/certs",
  "/lib/modules",
  "/opt",
  "/proc",
  "/run/containerd",
  "/sys",
  "/tmp",
  "/var/lib/kubelet",
  "/var/log/pods",
  "/var/run",
];
const HOST_FILES: readonly string[] = ["/etc/hosts", "/etc/machine-id", "/etc/resolv.conf", "/run/xtables.lock"];

const volumeHome = (world: World, pod: Pod, volume: Volume | undefined): string | undefined => {
  const { metadata, spec } = pod;
  const claimName = volume && claimOf(pod, volume);
  if (claimName !== undefined)
    return getObject<PersistentVolumeClaim>(world, "persistentvolumeclaims", metadata.namespace, claimName)?.spec.volumeName;
  if (volume?.emptyDir !== undefined) return `emptydir:${metadata.uid}/${volume.name}`;
  return volume?.hostPath === undefined ? undefined : `hostpath:${spec.nodeName}:${volume.hostPath.path}`;
};

const trimSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

const placeUnder = (mountPath: string, subPath: string, path: string): string | undefined => {
  if (path === subPath) return mountPath;
  return path.startsWith(`${subPath}/`) ? `${trimSlash(mountPath)}/${path.slice(subPath.length + 1)}` : undefined;
};
