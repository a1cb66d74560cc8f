import { expect, test } from "vitest";
import { createTestWorld } from "../testing/create-test-world.ts";
import { answerHttp } from "./answer-http.ts";
import { ADMIN } from "./send.cases.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const column = { name: "A", type: "string", jsonPath: [] };

/** Bodies in which one member is of another type; each once took the server down. */
const ROWS: readonly (readonly [title: string, method: string, path: string, body: unknown, message: string])[] = [
  [
    "an apiVersion of null",
    "POST",
    "/api/v1/namespaces/shop/pods",
    { apiVersion: null, kind: "Pod", metadata: { name: "x" } },
    "is invalid",
  ],
  [
    "a secret's text that is a list",
    "POST",
    "/api/v1/namespaces/shop/secrets",
    { apiVersion: "v1", kind: "Secret", metadata: { name: "x" }, stringData: { c: [] } },
    "cannot unmarshal array into Go struct field Secret.stringData of type string",
  ],
  [
    "a definition's column with a list for its path",
    "POST",
    DEFINITIONS,
    { spec: { versions: [{ name: "v1", additionalPrinterColumns: [column] }] } },
    "CustomResourceColumnDefinition.spec.versions.additionalPrinterColumns.jsonPath of type string",
  ],
  ["a definition of nothing", "POST", DEFINITIONS, {}, "spec.group: Required value"],
  ["webhooks that are a word", "POST", WEBHOOKS, { metadata: { name: "x" }, webhooks: "w" }, "of type []v1.ValidatingWebhook"],
  ["a token review without a spec", "POST", REVIEWS, { spec: null }, "token is required"],
  [
    "a token that lives for a word",
    "POST",
    "/api/v1/namespaces/shop/serviceaccounts/default/token",
    { spec: { expirationSeconds: "x" } },
    "TokenRequestSpec.spec.expirationSeconds of type int64",
  ],
  [
    "delete options of no version",
    "DELETE",
    "/api/v1/namespaces/shop/pods/x",
    { apiVersion: null, kind: "Pod" },
    'no kind "Pod" is registered',
  ],
];

test.each(ROWS)("%s is refused", (_title, method, path, body, message) => {
  const { world } = createTestWorld();
  const answer = answerHttp(world, {
    method,
    path,
    query: "",
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(JSON.stringify(body)),
    user: ADMIN,
  });
  expect(answer).toMatchObject({ kind: "response" });
  const status = JSON.parse((answer as { readonly body: string }).body) as { readonly message: string; readonly code: number };
  expect(status.message).toContain(message);
  expect(status.code).toBeGreaterThanOrEqual(400);
});
