import type { KubeObject } from "#kube/types/meta.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import { equalJson } from "../codec/same.ts";
import { type FieldError, forbiddenField, invalidValue, required } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { configKeyProblem } from "../validation/names.ts";

const configMapKind = defineKind<ConfigMap>({
  validate: ({ data = {}, binaryData = {} }, errors) => {
    validateKeys(data, "data", errors);
    validateKeys(binaryData, "binaryData", errors);
    for (const key of Object.keys(data)) {
      if (binaryData[key] !== undefined) errors.push(invalidValue(`data[${key}]`, key, "duplicate of key present in binaryData"));
    }
    validateSize([data, binaryData], "", errors);
  },
  validateUpdate: (configMap, old, errors) => {
    if (old.immutable !== true) return;
    if (configMap.immutable !== true) errors.push(forbiddenField("immutable", IMMUTABLE));
    if (!equalJson(configMap.data ?? {}, old.data ?? {})) errors.push(forbiddenField("data", IMMUTABLE));
    if (!equalJson(configMap.binaryData ?? {}, old.binaryData ?? {})) errors.push(forbiddenField("binaryData", IMMUTABLE));
  },
});

const secretKind = defineKind<Secret>({
  fields: { type: ({ type }) => type ?? "" },
  validate: ({ data = {}, type = "" }, errors) => {
    validateKeys(data, "data", errors);
    validateSize([data], "data", errors);
    for (const key of REQUIRED_KEYS[type] ?? []) if (data[key] === undefined) errors.push(required(`data[${key}]`));
  },
  validateUpdate: (secret, old, errors) => {
    if (secret.type !== old.type) errors.push(invalidValue("type", secret.type, "field is immutable"));
    if (old.immutable !== true) return;
    if (secret.immutable !== true) errors.push(forbiddenField("immutable", IMMUTABLE));
    if (!equalJson(secret.data ?? {}, old.data ?? {})) errors.push(forbiddenField("data", IMMUTABLE));
  },
});

const IMMUTABLE = "field is immutable when `immutable` is set";
const BYTES_MAX = 1_048_576;

const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/dockercfg": [".dockercfg"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
};

const validateKeys = (data: Readonly<Record<string, string>>, path: string, errors: FieldError[]): void => {
  for (const key of Object.keys(data)) {
    const problem = configKeyProblem(key);
    if (problem !== undefined) errors.push(invalidValue(`${path}[${key}]`, key, problem));
  }
};

const validateSize = (maps: readonly Readonly<Record<string, string>>[], path: string, errors: FieldError[]): void => {
  const bytes = maps.flatMap((map) => Object.values(map)).reduce((sum, text) => sum + text.length, 0);
  if (bytes > BYTES_MAX)
    errors.push({ field: path, reason: "FieldValueTooLong", detail: `Too long: may not be more than ${BYTES_MAX} bytes` });
};

/** ConfigMaps, Secrets and service accounts. */
export const configKinds = {
  configmaps: configMapKind,
  secrets: secretKind,
  serviceaccounts: defineKind<KubeObject>({}),
};
