import { decodeBase64Text } from "#core/base64.ts";
import { formatQuantity, parseQuantity, unitValue } from "#kube/objects/quantity.ts";
import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import { labelsText } from "#kube/table/column.ts";
import type { LimitRange, Namespace, PriorityClass, ResourceQuota, RoleBinding, ServiceAccount } from "#kube/types/cluster.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { compactRules, type Rule } from "./policy-rules.ts";
import type { DescribeWriter } from "./writer.ts";

const writeHead = ({ writer, object: { metadata } }: DescribeContext): void => {
  writer.line(0, `Name:\t${metadata.name}`);
  if (metadata.namespace !== undefined) writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
};

/** Size of a base 64 text's content, bytes. */
const decodedLength = (text: string): number => Math.floor((text.replace(/=+$/, "").length * 3) / 4);

/** Describes a ConfigMap with its data. */
export const describeConfigMap = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { data = {}, binaryData = {} } = context.object as unknown as ConfigMap;
  writeHead(context);
  writer.raw("\nData\n====\n");
  for (const key of Object.keys(data).sort()) writer.raw(`${key}:\n----\n${data[key]}\n\n`);
  writer.raw("\nBinaryData\n====\n");
  for (const key of Object.keys(binaryData).sort()) writer.raw(`${key}: ${decodedLength(binaryData[key] as string)} bytes\n`);
  writer.raw("\n");
  await describeEvents(context);
};

/** Describes a Secret without its values. */
export const describeSecret = (context: DescribeContext): void => {
  const { writer } = context;
  const { type, data = {} } = context.object as unknown as Secret;
  writeHead(context);
  writer.raw(`\nType:\t${type ?? ""}\n\nData\n====\n`);
  for (const key of Object.keys(data).sort()) {
    const isToken = key === "token" && type === "kubernetes.io/service-account-token";
    writer.raw(isToken ? `${key}:\t${decodeBase64Text(data[key] as string)}\n` : `${key}:\t${decodedLength(data[key] as string)} bytes\n`);
  }
};

/** Describes a ServiceAccount. */
export const describeServiceAccount = async (context: DescribeContext): Promise<void> => {
  const { imagePullSecrets = [] } = context.object as unknown as ServiceAccount;
  writeHead(context);
  context.writer.list(
    "Image pull secrets",
    imagePullSecrets.map(({ name }) => name),
    "                   ",
  );
  await describeEvents(context);
};

/** Describes a Namespace with its quotas and limits. */
export const describeNamespace = async ({ writer, object, session }: DescribeContext): Promise<void> => {
  const { metadata, status } = object as unknown as Namespace;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Status:\t${status?.phase ?? ""}`);
  if ((status?.conditions ?? []).length > 0) {
    writer.raw("Conditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n");
    for (const condition of status?.conditions ?? [])
      writer.line(
        1,
        `${condition.type}\t${condition.status}\t${rfc1123(condition.lastTransitionTime)}\t${condition.reason ?? ""}\t${condition.message ?? ""}`,
      );
  }
  writer.raw("\n");
  writeQuotas(writer, await session.list<ResourceQuota>(findResource("resourcequotas") as ResourceRow, metadata.name));
  writer.raw("\n");
  writeLimits(writer, await session.list<LimitRange>(findResource("limitranges") as ResourceRow, metadata.name));
};

const SCOPE_HELP: Readonly<Record<string, string>> = {
  Terminating:
    "Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.",
  NotTerminating:
    "Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.",
  BestEffort: "Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.",
  NotBestEffort:
    "Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.",
};

const writeQuotas = (writer: DescribeWriter, quotas: readonly ResourceQuota[]): void => {
  if (quotas.length === 0) return writer.line(0, "No resource quota.");
  writer.line(0, "Resource Quotas");
  for (const { metadata, spec, status } of [...quotas].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
    writer.line(1, `Name:\t${metadata.name}`);
    writeScopes(writer, spec.scopes, { level: 1, bullet: "* " });
    writer.raw("  Resource\tUsed\tHard\n  --------\t---\t---\n");
    for (const name of Object.keys(status?.hard ?? {}).sort())
      writer.line(1, `${name}\t${status?.used?.[name] ?? "0"}\t${status?.hard?.[name]}`);
  }
};

const writeScopes = (
  writer: DescribeWriter,
  scopes: readonly string[] | undefined,
  { level, bullet }: { readonly level: number; readonly bullet: string },
): void => {
  if ((scopes ?? []).length === 0) return;
  const sorted = [...(scopes ?? [])].sort();
  writer.line(level, `Scopes:\t${sorted.join(", ")}`);
  for (const scope of sorted) if (SCOPE_HELP[scope]) writer.line(level, `${bullet}${SCOPE_HELP[scope]}`);
};

const writeLimits = (writer: DescribeWriter, ranges: readonly LimitRange[]): void => {
  if (ranges.length === 0) return writer.line(0, "No LimitRange resource.");
  writer.raw(
    "Resource Limits\n Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n ----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n",
  );
  for (const range of ranges) writeLimitRows(writer, range, " ");
};

const writeLimitRows = (writer: DescribeWriter, { spec }: LimitRange, prefix: string): void => {
  for (const item of spec.limits) {
    const lists = [item.min, item.max, item.defaultRequest, item.default, item.maxLimitRequestRatio];
    const names = [...new Set(lists.flatMap((list) => Object.keys(list ?? {})))].sort();
    for (const name of names) writer.line(0, `${prefix}${[item.type, name, ...lists.map((list) => list?.[name] ?? "-")].join("\t")}`);
  }
};

/** Describes a LimitRange. */
export const describeLimitRange = ({ writer, object }: DescribeContext): void => {
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.line(0, `Namespace:\t${object.metadata.namespace}`);
  writer.raw(
    "Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n",
  );
  writeLimitRows(writer, object as unknown as LimitRange, "");
};

/** Describes a ResourceQuota. */
export const describeResourceQuota = ({ writer, object }: DescribeContext): void => {
  const { metadata, spec, status } = object as unknown as ResourceQuota;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writeScopes(writer, spec.scopes, { level: 0, bullet: " * " });
  writer.raw("Resource\tUsed\tHard\n--------\t----\t----\n");
  for (const name of Object.keys(status?.hard ?? {}).sort()) {
    const hard = status?.hard?.[name] ?? "0";
    writer.line(0, `${name}\t${inFormatOf(hard, status?.used?.[name] ?? "0")}\t${hard}`);
  }
};

/** Renders an amount in the suffix family of another; in whole units if its own differs. */
const inFormatOf = (model: string, text: string): string => {
  const format = parseQuantity(model)?.format ?? "DecimalSI";
  if (parseQuantity(text)?.format === format) return text;
  return formatQuantity({ nanos: BigInt(unitValue(text)) * 1_000_000_000n, format });
};

/** Describes a Role or ClusterRole; rules that differ only in their verbs are shown as one. */
export const describeRole = ({ writer, object }: DescribeContext): void => {
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.labels("Labels", object.metadata.labels);
  writer.annotations("Annotations", object.metadata.annotations);
  writer.raw("PolicyRule:\n  Resources\tNon-Resource URLs\tResource Names\tVerbs\n  ---------\t-----------------\t--------------\t-----\n");
  for (const row of compactRules((object["rules"] as readonly Rule[] | null | undefined) ?? [])) writer.line(1, row);
};

/** Describes a RoleBinding or ClusterRoleBinding. */
export const describeBinding = ({ writer, object }: DescribeContext): void => {
  const { metadata, roleRef, subjects = [] } = object as unknown as RoleBinding;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.raw(`Role:\n  Kind:\t${roleRef.kind}\n  Name:\t${roleRef.name}\nSubjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n`);
  for (const { kind, name, namespace } of subjects) writer.line(1, `${kind}\t${name}\t${namespace ?? ""}`);
};

/** Describes a PriorityClass. */
export const describePriorityClass = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const { metadata, value, globalDefault, preemptionPolicy, description } = context.object as unknown as PriorityClass;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Value:\t${value}`);
  writer.line(0, `GlobalDefault:\t${globalDefault ?? false}`);
  writer.line(0, `PreemptionPolicy:\t${preemptionPolicy ?? ""}`);
  writer.line(0, `Description:\t${description ?? ""}`);
  writer.line(0, `Annotations:\t${labelsText(metadata.annotations)}`);
  await describeEvents(context);
};
