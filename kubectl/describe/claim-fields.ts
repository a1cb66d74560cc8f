import { storageClassName } from "#kube/objects/storage-class-name.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { accessModesText } from "./access-modes.ts";
import { statusText } from "./deletion-status.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a claim; of a template, only its possible fields. */
export const writeClaimFields = (
  writer: DescribeWriter,
  claim: PersistentVolumeClaim,
  { level, isTemplate }: { readonly level: number; readonly isTemplate: boolean },
): void => {
  const { metadata, spec, status } = claim;
  const indent = "  ".repeat(level);
  if (!isTemplate) {
    writer.line(level, `Name:\t${metadata.name}`);
    writer.line(level, `Namespace:\t${metadata.namespace}`);
  }
  writer.line(level, `StorageClass:\t${storageClassName(claim)}`);
  if (!isTemplate) writer.line(level, `Status:\t${statusText(claim, status?.phase, writer.nowMs)}`);
  writer.line(level, `Volume:\t${spec.volumeName ?? ""}`);
  if (isTemplate) writeNested(writer, indent, metadata ?? {});
  else {
    writer.labels("Labels", metadata.labels);
    writer.annotations("Annotations", metadata.annotations);
  }
  if (!isTemplate) writer.line(level, `Finalizers:\t[${(metadata.finalizers ?? []).join(" ")}]`);
  writer.line(level, `Capacity:\t${spec.volumeName ? (status?.capacity?.["storage"] ?? "0") : ""}`);
  writer.line(level, `Access Modes:\t${spec.volumeName ? accessModesText(status?.accessModes) : ""}`);
  if (spec.volumeMode) writer.line(level, `VolumeMode:\t${spec.volumeMode}`);
  const { dataSource } = spec as { readonly dataSource?: { readonly apiGroup?: string; readonly kind: string; readonly name: string } };
  if (dataSource === undefined) return;
  writer.line(level, "DataSource:");
  if (dataSource.apiGroup) writer.line(level + 1, `APIGroup:\t${dataSource.apiGroup}`);
  writer.line(level + 1, `Kind:\t${dataSource.kind}`);
  writer.line(level + 1, `Name:\t${dataSource.name}`);
};

/** Writes nested lines, each indented as in the real program. */
const writeNested = (writer: DescribeWriter, indent: string, { labels = {}, annotations = {} }: Partial<ObjectMeta>): void => {
  const write = (title: string, items: readonly string[], before: string): void =>
    writer.list(
      `${indent}${title}`,
      (items.length === 0 ? ["<none>"] : items).map((item) => `${indent}${item}`),
      before,
    );
  const entries = (map: Readonly<Record<string, string>>) => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  write(
    "Labels",
    entries(labels).map(([key, value]) => `${key}=${value}`),
    indent.repeat(2),
  );
  write(
    "Annotations",
    entries(annotations).map(([key, value]) => `${key}: ${value}`),
    indent,
  );
};
