import { decodeBase64Text } from "#core/base64.ts";
import { parseQuantity } from "#kube/objects/quantity.ts";
import type { Container, EnvVar } from "#kube/types/pod.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** Place of a variable: its container, and the object with the pod spec. */
export interface VariablePlace {
  readonly object: Manifest;
  readonly container: Container;
}

/**
 * Resolves the value of a variable by its source: a key, a field of its object, a resource of its container.
 *
 * @throws CommandFailure or StatusFailure when it cannot be found
 */
export const resolveVariable = async (
  session: Session,
  { object, container }: VariablePlace,
  { valueFrom = {} }: EnvVar,
): Promise<string> => {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  const namespace = object.metadata.namespace ?? session.namespace;
  if (configMapKeyRef) {
    const value = await dataOf(session, `/api/v1/namespaces/${namespace}/configmaps/${configMapKeyRef.name}`, configMapKeyRef.key);
    return value ?? missing(configMapKeyRef.key, `config map ${configMapKeyRef.name}`);
  }
  if (secretKeyRef) {
    const value = await dataOf(session, `/api/v1/namespaces/${namespace}/secrets/${secretKeyRef.name}`, secretKeyRef.key);
    return value === undefined ? missing(secretKeyRef.key, `secret ${secretKeyRef.name}`) : decodeBase64Text(value);
  }
  if (fieldRef) return fieldOf(object, fieldRef.fieldPath);
  if (resourceFieldRef) return amountOf(container, resourceFieldRef);
  throw new CommandFailure("invalid valueFrom");
};

const dataOf = async (session: Session, path: string, key: string): Promise<string | undefined> =>
  (await session.read<{ readonly data?: Readonly<Record<string, string>> }>({ path })).data?.[key];

const missing = (key: string, place: string): never => {
  throw new CommandFailure(`key ${key} not found in ${place}`);
};

const fieldOf = ({ metadata }: Manifest, path: string): string => {
  const [, list, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
  if (key !== undefined) return metadata[list as "labels" | "annotations"]?.[key] ?? "";
  if (path === "metadata.name") return metadata.name;
  if (path === "metadata.namespace") return metadata.namespace ?? "";
  if (path === "metadata.uid") return metadata.uid ?? "";
  throw new CommandFailure(`unsupported fieldPath: ${path}`);
};

const amountOf = ({ resources }: Container, { resource, divisor }: { readonly resource: string; readonly divisor?: string }): string => {
  const [list, name = ""] = resource.split(".");
  const nanos = parseQuantity((list === "limits" ? resources?.limits : resources?.requests)?.[name] ?? "0")?.nanos ?? 0n;
  const unit = parseQuantity(divisor ?? "1")?.nanos || 1_000_000_000n;
  return String((nanos + unit - 1n) / unit);
};
