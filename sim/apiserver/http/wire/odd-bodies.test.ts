import { expect, test } from "vitest";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { answerHttp } from "./answer-http.ts";
import { ADMIN } from "./send.cases.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const ACCESS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const column = { name: "A", type: "string", jsonPath: [] };

/** Bodies in which one member has another type; each once crashed the server. */
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
    "a quota of null, which is read as nought, where nothing may be below it",
    "POST",
    "/api/v1/namespaces/shop/limitranges",
    { metadata: { name: "x" }, spec: { limits: [{ type: "Pod", min: { cpu: "1" }, max: { cpu: null } }] } },
    'spec.limits[0].min[cpu]: Invalid value: "1": min value 1 is greater than max value 0',
  ],
  [
    "a container of null, which is read as an empty one",
    "POST",
    "/api/v1/namespaces/shop/pods",
    { metadata: { name: "x" }, spec: { containers: [null] } },
    "spec.containers[0].name: Required value",
  ],
  ["a question about groups of null", "POST", ACCESS, { spec: { groups: null, resourceAttributes: {} } }, "at least one of user or group"],
  [
    "a rule about exit codes that names none",
    "POST",
    "/apis/batch/v1/namespaces/shop/jobs",
    {
      metadata: { name: "x" },
      spec: {
        template: { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } },
        podFailurePolicy: { rules: [{ action: "Ignore", onExitCodes: { operator: "In" } }] },
      },
    },
    "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: null: at least one value is required",
  ],
  [
    "a policy whose rules are a word",
    "POST",
    "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    { metadata: { name: "x" }, spec: { validations: "w" } },
    "Go struct field ValidatingAdmissionPolicySpec.spec.validations of type []v1.Validation",
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
