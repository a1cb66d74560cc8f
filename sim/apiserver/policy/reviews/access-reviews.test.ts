import { expect, test } from "vitest";
import { bodyOf, send } from "../../http/wire/send.cases.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";

const AUTHORIZATION = "/apis/authorization.k8s.io/v1";
const POD = { verb: "get", resource: "pods", namespace: "a" };
const NONE = "spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified";

test.each([
  [`${AUTHORIZATION}/selfsubjectaccessreviews`, {}, `.authorization.k8s.io "" is invalid: ${NONE}`],
  [
    `${AUTHORIZATION}/namespaces/shop/localsubjectaccessreviews`,
    {},
    `.authorization.k8s.io "" is invalid: [${NONE}, spec.user: Invalid value: "": at least one of user or group must be specified]`,
  ],
  [
    `${AUTHORIZATION}/namespaces/shop/localsubjectaccessreviews`,
    { user: "bob", resourceAttributes: POD },
    '.authorization.k8s.io "" is invalid: spec.resourceAttributes.namespace: Invalid value: "a": must match metadata.namespace',
  ],
  [
    `${AUTHORIZATION}/subjectaccessreviews`,
    { user: "bob", resourceAttributes: { verb: "get" }, nonResourceAttributes: { verb: "get", path: "/healthz" } },
    '.authorization.k8s.io "" is invalid: spec.nonResourceAttributes: Invalid value: {"Path":"/healthz","Verb":"get"}: cannot be specified in combination with resourceAttributes',
  ],
  [`${AUTHORIZATION}/selfsubjectrulesreviews`, {}, "no namespace on request"],
  ["/apis/authentication.k8s.io/v1/tokenreviews", {}, "token is required for TokenReview in authentication"],
])("%s with %o is refused as the real server does", (path, spec, message) => {
  expect(bodyOf(send(createTestWorld().world, "POST", path, { json: { spec } }))).toMatchObject({ message });
});

test("who acts as another one is that one", () => {
  const headers = { "impersonate-user": "bob", "impersonate-group": "g1", "impersonate-uid": "u1", "impersonate-extra-foo": "x" };
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const userInfo = { username: "bob", uid: "u1", groups: ["g1", "system:authenticated"], extra: { foo: ["x"] } };
  expect(bodyOf(send(createTestWorld().world, "POST", path, { json: {}, headers }))).toMatchObject({ status: { userInfo } });
});

test("who may not act as another one is told so", () => {
  const headers = { "impersonate-user": "bob" };
  const user = { username: "ann", groups: ["system:authenticated"] };
  expect(bodyOf(send(createTestWorld().world, "GET", "/api/v1/pods", { headers, user }))).toMatchObject({
    code: 403,
    message: 'users "bob" is forbidden: User "ann" cannot impersonate resource "users" in API group "" at the cluster scope',
  });
});
