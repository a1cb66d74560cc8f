import type { Schema } from "../../schema/custom/schema/schema.ts";

const text: Schema = { type: "string" };
const whole: Schema = { type: "integer" };
const free: Schema = { "x-kubernetes-preserve-unknown-fields": true };
const texts: Schema = { type: "array", items: text };
const struct = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: "object", properties });
const mapOf = (values: Schema): Schema => ({ type: "object", additionalProperties: values });

const KIND = struct({ group: text, version: text, kind: text });
const RESOURCE = struct({ group: text, version: text, resource: text });

/** Types of the variables of admission expressions; a name that is missing here has type `dyn`. */
export const ADMISSION_TYPES: Readonly<Record<string, Schema>> = {
  request: struct({
    kind: KIND,
    resource: RESOURCE,
    subResource: text,
    requestKind: KIND,
    requestResource: RESOURCE,
    requestSubResource: text,
    name: text,
    namespace: text,
    operation: text,
    userInfo: struct({ username: text, uid: text, groups: texts, extra: mapOf(texts) }),
    dryRun: { type: "boolean" },
    options: free,
  }),
  namespaceObject: struct({
    metadata: struct({
      name: text,
      generateName: text,
      namespace: text,
      labels: mapOf(text),
      annotations: mapOf(text),
      UID: text,
      creationTimestamp: free,
      deletionGracePeriodSeconds: whole,
      deletionTimestamp: free,
      generation: whole,
      resourceVersion: text,
      finalizers: texts,
    }),
    spec: struct({ finalizers: texts }),
    status: struct({
      conditions: {
        type: "array",
        items: struct({ status: text, type: text, lastTransitionTime: free, message: text, reason: text }),
      },
      phase: text,
    }),
  }),
};
