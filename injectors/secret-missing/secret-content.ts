import { decodeBase64Text, encodeBase64 } from "#core/base64.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { type Baseline, baselineObject, ownObjects } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Secret } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";

export interface Params {
  readonly secret: string;
  readonly consumer: string;
}

/** Holds if the Secret has the keys and values that it had; a Service may be called by a longer name. */
export const judgeSecret = async (view: ClusterView, baseline: Baseline, secret: string): Promise<Finding> => {
  const { namespace } = baseline;
  const present = await getObject<Secret>(view, { resource: "secrets", namespace, name: nameOf(secret) });
  if (present === undefined) return { held: false, evidence: `${secret} is gone` };
  const differing = Object.entries(valuesBefore(baseline, secret)).filter(
    ([key, before]) => !waysToWrite(before, baseline).includes(decodeBase64Text(present.data?.[key] ?? "")),
  );
  return {
    held: differing.length === 0,
    evidence:
      differing.length === 0 ? `${secret} has what it had` : `${secret} lacks or differs in ${differing.map(([key]) => key).join(", ")}`,
  };
};

/** The value itself, and where it is a Service's name, the longer ones. */
const waysToWrite = (value: string, baseline: Baseline): readonly string[] =>
  ownObjects(baseline, "services").some(({ metadata }) => metadata.name === value)
    ? [value, ...["", ".svc", ".svc.cluster.local"].map((ending) => `${value}.${baseline.namespace}${ending}`)]
    : [value];

/** Values that the Secret had, by their keys. */
export const valuesBefore = (baseline: Baseline, secret: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(baselineObject<Secret>(baseline, "secrets", nameOf(secret))?.data ?? {}).map(([key, value]) => [
      key,
      decodeBase64Text(value),
    ]),
  );

/** Call that creates the Secret, with values in base 64, as other Secrets show them. */
export const create = (secret: string, values: Readonly<Record<string, string>>, verb: "create" | "apply" = "create"): ToolCall => {
  const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, encodeBase64(encodeUtf8(value))]));
  return kubectl(
    `${verb} -f -`,
    JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: nameOf(secret) }, type: "Opaque", data }),
  );
};

/** Looks at another Secret that has the same values, and at what the consumer reads. */
export const lookAtLike = (baseline: Baseline, { secret, consumer }: Params): readonly ToolCall[] => {
  const wanted = Object.values(baselineObject<Secret>(baseline, "secrets", nameOf(secret))?.data ?? {});
  const like = (ownObjects(baseline, "secrets") as readonly Secret[]).find(
    ({ metadata, data = {} }) => metadata.name !== nameOf(secret) && wanted.every((value) => Object.values(data).includes(value)),
  );
  return [kubectl(`get ${consumer} -o yaml`), kubectl(`get ${like === undefined ? "secrets" : `secret/${like.metadata.name}`} -o yaml`)];
};
