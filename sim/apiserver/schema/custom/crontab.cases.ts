import type { KubeObject } from "#kube/types/meta.ts";
import { controllerObserver, controllerTimers } from "../../../controller-runtime/controller.ts";
import { definitionController } from "../../../controllers/custom-definitions/definition-controller.ts";
import type { World } from "../../../kernel/world.ts";
import type { ApiAnswer, ApiRequest } from "../../http/api-request.ts";
import type { Client } from "../../http/client.ts";
import { handle } from "../../http/handle.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import type { Schema } from "./schema/schema.ts";

const text: Schema = { type: "string" };

/** A schema with one field for nearly everything that a schema can say. */
export const CRONTAB_SCHEMA: Schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      required: ["cronSpec"],
      "x-kubernetes-validations": [
        { rule: "self.replicas <= self.maxReplicas", message: "replicas must not exceed max" },
        { rule: "!has(self.mode) || self.mode != 'bad'" },
      ],
      properties: {
        cronSpec: { type: "string", pattern: "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$", maxLength: 20 },
        image: { type: "string", minLength: 3 },
        immut: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "immut is immutable" }] },
        replicas: { type: "integer", minimum: 1, maximum: 10, default: 1, format: "int32" },
        maxReplicas: { type: "integer", default: 10 },
        ratio: { type: "number", exclusiveMinimum: true, minimum: 0 },
        mode: { type: "string", enum: ["fast", "slow", "bad"] },
        port: { "x-kubernetes-int-or-string": true },
        when: { type: "string", format: "date-time" },
        maybe: { type: "string", nullable: true },
        multi: { type: "integer", multipleOf: 5 },
        tags: { type: "array", maxItems: 3, minItems: 1, "x-kubernetes-list-type": "set", items: text },
        ports: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: { type: "object", required: ["name"], properties: { name: text, n: { type: "integer" } } },
        },
        labels: { type: "object", maxProperties: 2, additionalProperties: text },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        choice: { type: "object", properties: { a: text, b: text }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
        anyc: { type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
        enabled: { type: "boolean" },
      },
    },
    status: { type: "object", properties: { replicas: { type: "integer" }, selector: text, phase: text } },
  },
};

/** The definition around a schema. */
export const crontabDefinition = (schema: unknown = CRONTAB_SCHEMA, extras: object = {}): KubeObject =>
  ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "crontabs.stable.example.com" },
    spec: {
      group: "stable.example.com",
      scope: "Namespaced",
      names: { plural: "crontabs", kind: "CronTab", shortNames: ["ct"], categories: ["all"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          ...(schema !== null && { schema: { openAPIV3Schema: schema } }),
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas", labelSelectorPath: ".status.selector" },
          },
          additionalPrinterColumns: [
            { name: "Spec", type: "string", jsonPath: ".spec.cronSpec" },
            { name: "Replicas", type: "integer", jsonPath: ".spec.replicas", description: "The number" },
            { name: "Image", type: "string", jsonPath: ".spec.image", priority: 1 },
            { name: "Tags", type: "string", jsonPath: ".spec.tags" },
            { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
          ],
        },
      ],
      ...extras,
    },
  }) as KubeObject;

/** Cluster that establishes definitions. */
export interface CustomFixture {
  readonly world: World;
  readonly client: Client;
  send(method: ApiRequest["method"], path: string, body?: unknown, more?: Partial<ApiRequest>): ApiAnswer;
  /** The message of a refusal, or `created`. */
  tryCreate(spec: unknown, more?: object): string;
  run(ms: number): void;
}

/** The collection of the test's resource. */
export const CRONTABS = "/apis/stable.example.com/v1/namespaces/shop/crontabs";

/** Makes a cluster, with the definition established where one is given, and with the constants of the world's parts. */
export const createCustomFixture = (definition?: KubeObject, config: Readonly<Record<string, unknown>> = {}): CustomFixture => {
  const controllers = [definitionController];
  const { world, client } = createTestWorld({
    timers: controllerTimers(controllers),
    observers: [controllerObserver(controllers)],
    config,
  });
  const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  const send: CustomFixture["send"] = (method, path, body, more = {}) =>
    handle(world, { method, path, query: {}, user, ...(body !== undefined && { body }), ...more });
  const run = (ms: number): void => world.runUntil(world.nowMs() + ms);
  const tryCreate: CustomFixture["tryCreate"] = (spec, more = {}) => {
    const body = {
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name: "x" },
      ...(spec !== undefined && { spec }),
      ...more,
    };
    const { status, body: answer } = send("POST", CRONTABS, body, { query: { fieldValidation: "Strict", dryRun: "All" } });
    return status < 300 ? "created" : `${(answer as { message?: string }).message}`;
  };
  if (definition !== undefined) {
    send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    run(1_000);
  }
  return { world, client, send, tryCreate, run };
};
