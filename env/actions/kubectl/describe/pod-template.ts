import type { PodSpec, PodTemplateSpec, Toleration, Volume } from "#kube/types/pod.ts";
import { describeContainers } from "./containers.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes the template of a workload. */
export const describePodTemplate = (writer: DescribeWriter, template: PodTemplateSpec): void => {
  writer.line(0, "Pod Template:");
  writer.labels("  Labels", template.metadata?.labels);
  if (Object.keys(template.metadata?.annotations ?? {}).length > 0) writer.annotations("  Annotations", template.metadata?.annotations);
  const spec = template.spec;
  if (spec === undefined) return;
  if (spec.serviceAccountName) writer.line(1, `Service Account:\t${spec.serviceAccountName}`);
  if ((spec.initContainers ?? []).length > 0)
    describeContainers(writer, { label: "Init Containers", containers: spec.initContainers ?? [], space: "  " });
  describeContainers(writer, { label: "Containers", containers: spec.containers, space: "  " });
  describeVolumes(writer, spec.volumes, "  ");
  describeSpread(writer, spec, "  ");
  if (spec.priorityClassName) writer.line(1, `Priority Class Name:\t${spec.priorityClassName}`);
  writer.labels("  Node-Selectors", spec.nodeSelector);
  describeTolerations(writer, "  Tolerations", spec.tolerations);
};

/** Describes volumes. */
export const describeVolumes = (writer: DescribeWriter, volumes: readonly Volume[] | undefined, space: string): void => {
  if (volumes === undefined || volumes.length === 0) return writer.raw(`${space}Volumes:\t<none>\n`);
  writer.raw(`${space}Volumes:\n`);
  for (const volume of volumes) {
    writer.line(1, `${space.length > 0 ? " " : ""}${volume.name}:`);
    for (const line of volumeLines(volume)) writer.line(2, line);
  }
};

type Fields = Readonly<Record<string, unknown>>;

/** One renderer per volume source; each gives `Label:\tvalue` lines. */
const SOURCES: Readonly<Record<string, (source: Fields) => readonly string[]>> = {
  hostPath: (source) => [
    "Type:\tHostPath (bare host directory volume)",
    `Path:\t${source["path"]}`,
    `HostPathType:\t${source["type"] ?? ""}`,
  ],
  emptyDir: (source) => [
    "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
    `Medium:\t${source["medium"] ?? ""}`,
    `SizeLimit:\t${source["sizeLimit"] ?? "<unset>"}`,
  ],
  secret: (source) => [
    "Type:\tSecret (a volume populated by a Secret)",
    `SecretName:\t${source["secretName"] ?? ""}`,
    `Optional:\t${source["optional"] === true}`,
  ],
  configMap: (source) => [
    "Type:\tConfigMap (a volume populated by a ConfigMap)",
    `Name:\t${source["name"] ?? ""}`,
    `Optional:\t${source["optional"] === true}`,
  ],
  persistentVolumeClaim: (source) => [
    "Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
    `ClaimName:\t${source["claimName"] ?? ""}`,
    `ReadOnly:\t${source["readOnly"] === true}`,
  ],
  projected: (source) => [
    "Type:\tProjected (a volume that contains injected data from multiple sources)",
    ...((source["sources"] as readonly Fields[] | undefined) ?? []).flatMap(projectedLines),
  ],
  downwardAPI: (source) => [
    "Type:\tDownwardAPI (a volume populated by information about the pod)",
    "Items:",
    ...((source["items"] as readonly Fields[] | undefined) ?? []).map(
      (item) =>
        `  ${(item["fieldRef"] as Fields | undefined)?.["fieldPath"] ?? (item["resourceFieldRef"] as Fields | undefined)?.["resource"] ?? ""} -> ${item["path"]}`,
    ),
  ],
  nfs: (source) => [
    "Type:\tNFS (an NFS mount that lasts the lifetime of a pod)",
    `Server:\t${source["server"]}`,
    `Path:\t${source["path"]}`,
    `ReadOnly:\t${source["readOnly"] === true}`,
  ],
  csi: (source) => [
    "Type:\tCSI (a Container Storage Interface (CSI) volume source)",
    `Driver:\t${source["driver"]}`,
    `FSType:\t${source["fsType"] ?? ""}`,
    `ReadOnly:\t${source["readOnly"] === true}`,
  ],
};

/** The lines of the source that the object names; also for PersistentVolumes. */
export const sourceLines = (owner: Fields): readonly string[] | undefined => {
  const kind = Object.keys(SOURCES).find((name) => owner[name] !== undefined && owner[name] !== null);
  return kind === undefined ? undefined : SOURCES[kind]?.(owner[kind] as Fields);
};

const volumeLines = (volume: Volume): readonly string[] => sourceLines(volume as unknown as Fields) ?? ["<unknown>"];

const projectedLines = (source: Fields): readonly string[] => {
  const part = (name: string): Fields | undefined => source[name] as Fields | undefined;
  const [secret, configMap, token] = [part("secret"), part("configMap"), part("serviceAccountToken")];
  if (secret) return [`SecretName:\t${secret["name"] ?? ""}`, `Optional:\t${secret["optional"] === true}`];
  if (part("downwardAPI")) return ["DownwardAPI:\ttrue"];
  if (configMap) return [`ConfigMapName:\t${configMap["name"] ?? ""}`, `Optional:\t${configMap["optional"] === true}`];
  return token ? [`TokenExpirationSeconds:\t${token["expirationSeconds"] ?? 3600}`] : [];
};

/** Describes topology spread constraints, where there are any. */
export const describeSpread = (writer: DescribeWriter, spec: PodSpec, space: string): void => {
  const constraints = [...((spec.topologySpreadConstraints ?? []) as unknown as readonly Fields[])].sort((a, b) =>
    String(a["topologyKey"]) < String(b["topologyKey"]) ? -1 : 1,
  );
  constraints.forEach((constraint, index) => {
    const selector = constraint["labelSelector"] as { matchLabels?: Readonly<Record<string, string>> } | undefined;
    const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
    const suffix = selector === undefined ? "" : ` for selector ${labels.length === 0 ? "<none>" : labels.join(",")}`;
    writer.raw(
      `${index === 0 ? `${space}Topology Spread Constraints:\t` : `${space}\t`}${constraint["topologyKey"]}:${constraint["whenUnsatisfiable"]} when max skew ${constraint["maxSkew"]} is exceeded${suffix}\n`,
    );
  });
};

/** Describes tolerations, sorted by key. */
export const describeTolerations = (writer: DescribeWriter, title: string, tolerations: readonly Toleration[] | undefined): void => {
  const sorted = [...(tolerations ?? [])].sort((a, b) => ((a.key ?? "") < (b.key ?? "") ? -1 : (a.key ?? "") > (b.key ?? "") ? 1 : 0));
  writer.list(title, sorted.map(tolerationText), title.startsWith("  ") ? "" : "");
};

const tolerationText = ({ key = "", operator, value, effect, tolerationSeconds }: Toleration): string => {
  let text = `${key}${value ? `=${value}` : ""}${effect ? `:${effect}` : ""}`;
  if (operator === "Exists" && !value) text += key !== "" || effect ? " op=Exists" : "op=Exists";
  return tolerationSeconds === undefined ? text : `${text} for ${tolerationSeconds}s`;
};
