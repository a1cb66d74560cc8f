import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { World } from "../../../kernel/world.ts";
import { createClient } from "../../http/create-client.ts";
import { handle } from "../../http/handle.ts";
import { eventTimers } from "../../write/events/event-expiry.ts";
import { quotaTimers } from "../quota/quota-controller.ts";
import type { CallWebhook, WebhookCall } from "./webhook-network.ts";

const USER = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

const fixture = (callWebhook: CallWebhook) => {
  const world = new World({ timers: { ...eventTimers, ...quotaTimers }, observers: [], config: { callWebhook } }, "7", 1_780_000_000_000);
  const client = createClient(world, USER);
  client.create("namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { team: "a" } } } as KubeObject);
  const send = (method: "POST" | "DELETE", path: string, body: unknown, query: Readonly<Record<string, string>> = {}) =>
    handle(world, { method, path, query, body, user: USER });
  const install = (webhook: object, kind = "validating") =>
    send("POST", `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`, {
      metadata: { name: `${kind}-hooks` },
      webhooks: [
        {
          name: "check.tools.example.com",
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          clientConfig: { service: { namespace: "tools", name: "hook", path: "/check" } },
          rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "DELETE"], resources: ["configmaps"] }],
          ...webhook,
        },
      ],
    });
  const create = (name = "c", labels: Readonly<Record<string, string>> = {}, query = {}) => {
    const { status, body, warnings } = send(
      "POST",
      "/api/v1/namespaces/shop/configmaps",
      { metadata: { name, labels }, data: { a: "b" } },
      query,
    );
    return { status, message: (body as { message?: string }).message ?? "created", body, warnings };
  };
  return { send, install, create };
};

const answering =
  (response: object): CallWebhook =>
  (_world, { body }) => {
    const { uid } = (JSON.parse(body) as { request: { uid: string } }).request;
    return {
      status: 200,
      body: JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, ...response } }),
    };
  };

const REFUSED: CallWebhook = () => ({ problem: "dial tcp 10.96.7.1:443: connect: connection refused" });
const FRAME = 'Internal error occurred: failed calling webhook "check.tools.example.com": failed to call webhook: ';

test("a webhook that cannot be reached stops what it watches, unless it says that this does not matter", () => {
  const { install, create } = fixture(REFUSED);
  install({});
  expect(create()).toMatchObject({
    status: 500,
    message: `${FRAME}Post "https://hook.tools.svc:443/check?timeout=10s": dial tcp 10.96.7.1:443: connect: connection refused`,
  });
  const lenient = fixture(REFUSED);
  lenient.install({ failurePolicy: "Ignore" });
  expect(lenient.create().status).toBe(201);
});

test("a denial carries the webhook's words, its code and its warnings", () => {
  const { install, create } = fixture(
    answering({ allowed: false, status: { message: "not today", code: 403, reason: "Forbidden" }, warnings: ["think again"] }),
  );
  install({});
  expect(create()).toMatchObject({ status: 403, message: 'admission webhook "check.tools.example.com" denied the request: not today' });
  const silent = fixture(answering({ allowed: false }));
  silent.install({});
  expect(silent.create()).toMatchObject({
    status: 400,
    message: 'admission webhook "check.tools.example.com" denied the request without explanation',
  });
});

test("a mutating webhook patches the object", () => {
  const patch = Buffer.from(JSON.stringify([{ op: "add", path: "/data/added", value: "yes" }])).toString("base64");
  const { install, create } = fixture(answering({ allowed: true, patch, patchType: "JSONPatch", warnings: ["patched"] }));
  install({}, "mutating");
  expect(create()).toMatchObject({ status: 201, body: { data: { a: "b", added: "yes" } }, warnings: ["patched"] });
});

test("answers that are no reviews are errors in the server's words", () => {
  const tries: readonly (readonly [number, string, string])[] = [
    [200, "ok", "couldn't get version/kind; json parse error: invalid character 'o' looking for beginning of value"],
    [404, "nope", "the server could not find the requested resource"],
    [500, "boom", 'an error on the server ("boom") has prevented the request from succeeding'],
  ];
  for (const [status, body, words] of tries) {
    const { install, create } = fixture(() => ({ status, body }));
    install({});
    expect(create().message).toBe(FRAME + words);
  }
  const { install, create } = fixture(() => ({ status: 200, body: '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}' }));
  install({});
  expect(create().message).toBe(
    'Internal error occurred: failed calling webhook "check.tools.example.com": received invalid webhook response: webhook response was absent',
  );
});

test("rules, selectors and conditions choose what a webhook is asked about", () => {
  const asked: WebhookCall[] = [];
  const noting: CallWebhook = (_world, call) => {
    asked.push(call);
    return { problem: "no" };
  };
  const { install, create, send } = fixture(noting);
  install({
    failurePolicy: "Ignore",
    namespaceSelector: { matchLabels: { team: "a" } },
    objectSelector: { matchExpressions: [{ key: "skip", operator: "DoesNotExist" }] },
    matchConditions: [{ name: "not-root", expression: "!object.metadata.name.startsWith('kube-root')" }],
  });
  create("one");
  create("two", { skip: "1" });
  create("kube-root-ca.crt");
  send("POST", "/api/v1/namespaces/shop/secrets", { metadata: { name: "s" } });
  expect(asked).toHaveLength(1);
  expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
    kind: "AdmissionReview",
    request: {
      operation: "CREATE",
      name: "one",
      namespace: "shop",
      dryRun: false,
      object: { kind: "ConfigMap", apiVersion: "v1" },
      oldObject: null,
    },
  });
});

test("a configuration is checked", () => {
  const { install } = fixture(REFUSED);
  const { body } = install({
    name: "short",
    sideEffects: "Some",
    timeoutSeconds: 60,
    clientConfig: {},
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*", "FOO"], resources: ["pods"] }],
  });
  expect((body as { message: string }).message).toBe(
    `ValidatingWebhookConfiguration.admissionregistration.k8s.io "validating-hooks" is invalid: [webhooks[0].name: Invalid value: "short": should be a domain with at least three segments separated by dots, webhooks[0].rules[0].operations: Invalid value: ["*","FOO"]: if '*' is present, must not specify other operations, webhooks[0].rules[0].operations[1]: Unsupported value: "FOO": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE", webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun", webhooks[0].timeoutSeconds: Invalid value: 60: the timeout value must be between 1 and 30 seconds, webhooks[0].clientConfig: Required value: exactly one of url or service is required]`,
  );
});

test("a bundle that holds no certificate is taken, and fails when the webhook is to be called", () => {
  const { install, create } = fixture(answering({ allowed: true }));
  const caBundle = Buffer.from("no certificate").toString("base64");
  expect(install({ clientConfig: { url: "https://hook.example.com", caBundle } }).status).toBe(201);
  expect(create()).toMatchObject({
    status: 500,
    message:
      'Internal error occurred: failed calling webhook "check.tools.example.com": could not get REST client: unable to load root certificates: unable to parse bytes as PEM block',
  });
});
