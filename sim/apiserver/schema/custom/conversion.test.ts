import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { CallWebhook, WebhookCall } from "../../policy/webhooks/webhook-network.ts";
import { watchEvents } from "../../store/watch/watch-events.ts";
import { CRONTABS, createCustomFixture, crontabDefinition } from "./crontab.cases.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const ONE = `${DEFINITIONS}/crontabs.stable.example.com`;
const V2 = CRONTABS.replace("/v1/", "/v2/");
const UNBUNDLED = { service: { namespace: "tools", name: "hook", path: "/convert" } };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const schemaOf = (field: string) => ({
  openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { [field]: { type: "string" } } } } },
});

/** Definition whose first version keeps a host in `host`, the second in `address`. */
const definition = (conversion: object = webhook()): KubeObject =>
  crontabDefinition(undefined, {
    conversion,
    versions: [
      { name: "v1", served: true, storage: true, schema: schemaOf("host"), subresources: { status: {} } },
      { name: "v2", served: true, storage: false, schema: schemaOf("address"), subresources: { status: {} } },
    ],
  });

const webhook = (clientConfig: object = UNBUNDLED, conversionReviewVersions: readonly string[] = ["v1"]) => ({
  strategy: "Webhook",
  webhook: { clientConfig, conversionReviewVersions },
});

interface Converted extends KubeObject {
  readonly spec: { readonly host?: string; readonly address?: string };
}

interface Sent {
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Converted[] };
}

/** A webhook that renames the field; `change` spoils its answer, `calls` are those it got. */
const converter = (change: (object: object, review: Sent["request"]) => object = () => ({}), calls: WebhookCall[] = []): CallWebhook => {
  return (_world, call) => {
    calls.push(call);
    const { request } = JSON.parse(call.body) as Sent;
    const { uid, desiredAPIVersion: apiVersion, objects } = request;
    const convertedObjects = objects.map(({ spec: { host = "", address = "", ...others }, ...object }) => ({
      ...object,
      apiVersion,
      spec: { ...others, [apiVersion.endsWith("v1") ? "host" : "address"]: host || address, extra: "unknown to all" },
    }));
    const response = { uid, result: { status: "Success" }, convertedObjects };
    const review = { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", response, ...change(response, request) };
    return { status: 200, body: JSON.stringify(review) };
  };
};

/** Cluster with one stored object, and a webhook that answers from then on. */
const fixtureWith = (answering: CallWebhook, conversion?: object) => {
  const calls = { callWebhook: answering };
  const callWebhook: CallWebhook = (world, call) => calls.callWebhook(world, call);
  const fixture = createCustomFixture(definition(conversion), { callWebhook });
  const kept = fixture.send("POST", CRONTABS, { metadata: { name: "kept", labels: { a: "b" } }, spec: { host: "db" } });
  expect(kept.status).toBe(201);
  return { ...fixture, calls };
};

const messageOf = ({ body }: { readonly body?: unknown }): string => (body as { message?: string }).message ?? "no message";

test("every verb shows and stores an object in the version that its path names", () => {
  const calls: WebhookCall[] = [];
  const { send, world } = fixtureWith(converter(undefined, calls));
  expect(calls).toEqual([]);
  const shown = { apiVersion: "stable.example.com/v2", spec: { address: "db" }, metadata: { name: "kept", labels: { a: "b" } } };
  expect(send("GET", `${V2}/kept`).body).toMatchObject(shown);
  expect((send("GET", `${V2}/kept`).body as Converted).spec).toEqual({ address: "db" });
  expect(send("GET", V2).body).toMatchObject({ items: [shown] });
  const watched = watchEvents(world, { method: "GET", path: V2, query: {}, user: { username: "kubernetes-admin", groups: [] } }, 0);
  expect(watched).toMatchObject({ ok: true, value: [{ type: "ADDED", object: shown }] });
  expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    request: { desiredAPIVersion: "stable.example.com/v2", objects: [{ apiVersion: "stable.example.com/v1", spec: { host: "db" } }] },
  });
  expect(send("POST", V2, { metadata: { name: "new" }, spec: { address: "cache" } })).toMatchObject({
    status: 201,
    body: { apiVersion: "stable.example.com/v2", spec: { address: "cache" } },
  });
  expect(send("GET", `${CRONTABS}/new`).body).toMatchObject({ apiVersion: "stable.example.com/v1", spec: { host: "cache" } });
  const patch = send("PATCH", `${V2}/kept`, { spec: { address: "db-2" } }, { patchType: "merge" });
  expect(patch.body).toMatchObject({ spec: { address: "db-2" }, metadata: { generation: 2 } });
  expect(send("GET", `${CRONTABS}/kept`).body).toMatchObject({ apiVersion: "stable.example.com/v1", spec: { host: "db-2" } });
});

test("while the webhook is away only the stored version works, and deletions of the other fail too", () => {
  const { send, calls, world } = fixtureWith(converter());
  calls.callWebhook = () => ({ problem: 'service "hook" not found' });
  const why = (version: string): string =>
    `conversion webhook for stable.example.com/${version}, Kind=CronTab failed: Post "https://hook.tools.svc:443/convert?timeout=30s": service "hook" not found`;
  for (const answer of [
    send("GET", `${V2}/kept`),
    send("GET", V2),
    send("DELETE", `${V2}/kept`),
    send("DELETE", V2),
    send("PATCH", `${V2}/kept`, { spec: { address: "x" } }, { patchType: "merge" }),
  ])
    expect([answer.status, messageOf(answer)]).toEqual([500, why("v1")]);
  expect(messageOf(send("POST", V2, { metadata: { name: "new" }, spec: { address: "cache" } }))).toBe(why("v2"));
  const user = { username: "kubernetes-admin", groups: [] };
  expect(watchEvents(world, { method: "GET", path: V2, query: {}, user }, 0)).toMatchObject({ ok: false, error: { message: why("v1") } });
  expect(send("GET", `${CRONTABS}/new`).status).toBe(404);
  expect(send("DELETE", `${CRONTABS}/kept`).status).toBe(200);
});

const first = (response: object): Converted => (response as { convertedObjects: readonly Converted[] }).convertedObjects[0] as Converted;

test.each<readonly [string, (response: object) => object, string]>([
  ["no response", () => ({ response: null }), "failed: no response provided"],
  [
    "another kind",
    () => ({ kind: "AdmissionReview" }),
    "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=AdmissionReview",
  ],
  ["a failure", (response) => ({ response: { ...response, result: { status: "Failed", message: "too old" } } }), "failed: too old"],
  ["no status", (response) => ({ response: { ...response, result: {} } }), "failed: response.result.status was '', not 'Success'"],
  ["too little", (response) => ({ response: { ...response, convertedObjects: [] } }), "returned 0 objects, expected 1"],
  [
    "another version",
    (response) => ({ response: { ...response, convertedObjects: [{ ...first(response), apiVersion: "stable.example.com/v1" }] } }),
    "returned invalid object at index 0: invalid groupVersion (expected stable.example.com/v2, received stable.example.com/v1)",
  ],
  [
    "another name",
    (response) => ({
      response: { ...response, convertedObjects: [{ ...first(response), metadata: { ...first(response).metadata, name: "other" } }] },
    }),
    "returned invalid object: must have the same name: kept != other",
  ],
  [
    "labels that are no texts",
    (response) => ({
      response: { ...response, convertedObjects: [{ ...first(response), metadata: { ...first(response).metadata, labels: { a: 1 } } }] },
    }),
    "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
  ],
])("an answer with %s is refused", (_what, change, words) => {
  const { send } = fixtureWith(converter(change));
  expect(messageOf(send("GET", `${V2}/kept`))).toBe(`conversion webhook for stable.example.com/v1, Kind=CronTab ${words}`);
});

test("an answer to another question is refused, and one in v1beta1 need not say to which it belongs", () => {
  const other = converter((response) => ({ response: { ...response, uid: "other" } }));
  expect(messageOf(fixtureWith(other).send("GET", `${V2}/kept`))).toMatch(/failed: expected response\.uid="[0-9a-f-]{36}", got "other"$/);
  expect(fixtureWith(other, webhook(UNBUNDLED, ["v9", "v1beta1"])).send("GET", `${V2}/kept`).status).toBe(200);
});

test("a webhook changes labels and annotations, and no other metadata", () => {
  const relabel = converter((response) => {
    const { metadata, ...object } = first(response);
    const changed = { ...metadata, generation: 99, labels: { c: "d" }, annotations: { note: "converted" } };
    return { response: { ...response, convertedObjects: [{ ...object, metadata: changed }] } };
  });
  const { metadata } = fixtureWith(relabel).send("GET", `${V2}/kept`).body as KubeObject;
  expect(metadata).toMatchObject({ generation: 1, labels: { c: "d" }, annotations: { note: "converted" } });
});

test.each<readonly [string, object, string]>([
  ["no webhook", { strategy: "Webhook" }, "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook"],
  ["no place", webhook({}), "spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required"],
  [
    "a URL without TLS",
    webhook({ url: "http://u@hook/?a=b#c" }),
    `spec.conversion.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
  ],
  [
    "a fragment",
    webhook({ url: "https://hook/#c" }),
    'spec.conversion.webhookClientConfig.url: Invalid value: "c": fragments are not permitted in the URL',
  ],
  ["no versions", webhook(UNBUNDLED, []), "spec.conversion.conversionReviewVersions: Required value"],
  [
    "a version twice",
    webhook(UNBUNDLED, ["v1", "v1"]),
    'spec.conversion.conversionReviewVersions[1]: Invalid value: "v1": duplicate version',
  ],
  [
    "versions that the server does not speak",
    webhook(UNBUNDLED, ["v9"]),
    'spec.conversion.conversionReviewVersions: Invalid value: ["v9"]: must include at least one of v1, v1beta1',
  ],
  [
    "a webhook without the strategy",
    { ...webhook(), strategy: "None" },
    "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook",
  ],
])("a conversion with %s is refused", (_what, conversion, words) => {
  const answer = createCustomFixture().send("POST", DEFINITIONS, definition(conversion));
  expect(answer.status).toBe(422);
  expect(messageOf(answer)).toContain(words);
});

test("a definition with a broken bundle is taken but not served, and none breaks a bundle later", () => {
  const broken = { ...UNBUNDLED, caBundle: base64("no certificate") };
  const fixture = createCustomFixture(definition(webhook(broken)));
  const conditions = [{ type: "NamesAccepted" }, { type: "Established", status: "False", reason: "InvalidCABundle" }];
  expect(fixture.send("GET", ONE).body).toMatchObject({ status: { conditions } });
  expect(fixture.send("GET", CRONTABS).status).toBe(404);
  const mend = { spec: { conversion: webhook() } };
  const caBundle = (text: string) => ({ spec: { conversion: { webhook: { clientConfig: { caBundle: base64(text) } } } } });
  fixture.send("PATCH", ONE, { spec: { conversion: { webhook: { clientConfig: { caBundle: null } } } } }, { patchType: "merge" });
  fixture.run(1_000);
  expect(fixture.send("GET", CRONTABS).status).toBe(200);
  expect(fixture.send("PATCH", ONE, mend, { patchType: "merge" }).status).toBe(200);
  for (const [text, words] of [
    ["no certificate", "unable to parse bytes as PEM block"],
    ["-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n", "no valid certificate authority data seen"],
    ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "failed to parse certificate: x509: malformed certificate"],
  ] as const)
    expect(messageOf(fixture.send("PATCH", ONE, caBundle(text), { patchType: "merge" }))).toBe(
      `CustomResourceDefinition.apiextensions.k8s.io "crontabs.stable.example.com" is invalid: spec.conversion.webhookClientConfig.caBundle: Invalid value: ${JSON.stringify(base64(text))}: unable to load root certificates: ${words}`,
    );
});
