import { decodeBase64Text } from "#core/base64.ts";
import { isSameJson } from "#core/canonical-json.ts";
import { configKeyProblems } from "#kube/objects/names.ts";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import { goJsonError } from "../../http/wire/go-json-error.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { immutable } from "../validation/immutable.ts";

const configMapKind = defineKind<ConfigMap>({
  validate: ({ data = {}, binaryData = {} }, errors) => {
    validateKeys(data, "data", errors, binaryData);
    validateKeys(binaryData, "binaryData", errors);
    validateSize([data, binaryData], "", errors);
  },
  validateUpdate: (configMap, old, errors) => {
    if (old.immutable !== true) return;
    if (configMap.immutable !== true) errors.push(forbiddenField("immutable", IMMUTABLE));
    if (!isSameJson(configMap.data ?? {}, old.data ?? {})) errors.push(forbiddenField("data", IMMUTABLE));
    if (!isSameJson(configMap.binaryData ?? {}, old.binaryData ?? {})) errors.push(forbiddenField("binaryData", IMMUTABLE));
  },
});

const secretKind = defineKind<Secret>({
  fields: { type: ({ type }) => type ?? "" },
  validate: ({ metadata, data = {}, type = "" }, errors) => {
    validateKeys(data, "data", errors);
    validateSize([data], "data", errors);
    validateSecretType(type, metadata, data, errors);
  },
  validateUpdate: (secret, old, errors) => {
    immutable(secret.type, old.type, "type", errors);
    if (old.immutable !== true) return;
    if (secret.immutable !== true) errors.push(forbiddenField("immutable", IMMUTABLE));
    if (!isSameJson(secret.data ?? {}, old.data ?? {})) errors.push(forbiddenField("data", IMMUTABLE));
  },
});

const IMMUTABLE = "field is immutable when `immutable` is set";
const BYTES_MAX = 1_048_576;

type Data = Readonly<Record<string, string>>;

const validateSecretType = (type: string, { annotations }: ObjectMeta, data: Data, errors: FieldError[]): void => {
  const missing = (...keys: readonly string[]): unknown => errors.push(...keys.map((key) => required(`data[${key}]`)));
  const dockerKey = DOCKER_KEYS[type];
  if (dockerKey !== undefined) {
    const given = data[dockerKey];
    const problem = given === undefined ? undefined : goObjectProblem(given);
    if (given === undefined) missing(dockerKey);
    else if (problem !== undefined) errors.push(invalidValue(`data[${dockerKey}]`, "<secret contents redacted>", problem));
  }
  if (type === "kubernetes.io/service-account-token" && !annotations?.[ACCOUNT_NAME]) {
    errors.push(required(`metadata.annotations[${ACCOUNT_NAME}]`));
  }
  if (type === "kubernetes.io/basic-auth" && data["username"] === undefined && data["password"] === undefined)
    missing("username", "password");
  if (type === "kubernetes.io/ssh-auth" && !data["ssh-privatekey"]) missing("ssh-privatekey");
  if (type === "kubernetes.io/tls") missing(...["tls.crt", "tls.key"].filter((key) => data[key] === undefined));
};

/** Error of Go's decoder for a text that is no JSON object; undefined when it is one. */
const goObjectProblem = (encoded: string): string | undefined => {
  const text = decodeBase64Text(encoded);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return goJsonError(text);
  }
  if (value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
  const kind = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
  return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
};

const ACCOUNT_NAME = "kubernetes.io/service-account.name";
const DOCKER_KEYS: Readonly<Record<string, string>> = {
  "kubernetes.io/dockercfg": ".dockercfg",
  "kubernetes.io/dockerconfigjson": ".dockerconfigjson",
};

const validateKeys = (data: Data, path: string, errors: FieldError[], others: Data = {}): void => {
  for (const key of Object.keys(data).sort()) {
    errors.push(...invalidEach(`${path}[${key}]`, key, configKeyProblems(key)));
    if (others[key] !== undefined) errors.push(invalidValue(`${path}[${key}]`, key, "duplicate of key present in binaryData"));
  }
};

const validateSize = (maps: readonly Readonly<Record<string, string>>[], path: string, errors: FieldError[]): void => {
  const bytes = maps.flatMap((map) => Object.values(map)).reduce((sum, text) => sum + text.length, 0);
  if (bytes > BYTES_MAX)
    errors.push({ field: path || "[]", reason: "FieldValueTooLong", detail: `Too long: may not be more than ${BYTES_MAX} bytes` });
};

/** ConfigMaps, Secrets and service accounts. */
export const configKinds = {
  configmaps: configMapKind,
  secrets: secretKind,
  serviceaccounts: defineKind<KubeObject>({}),
};
