import { expect, test } from "vitest";
import { handle } from "../../http/handle.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";

const fixture = (spec: object, binding: object = { validationActions: ["Deny"] }) => {
  const { world } = createTestWorld();
  const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  const post = (path: string, body: unknown) => handle(world, { method: "POST", path, query: {}, body, user });
  const base = "/apis/admissionregistration.k8s.io/v1";
  const made = post(`${base}/validatingadmissionpolicies`, {
    metadata: { name: "limits" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: ["", "apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps", "deployments"] }],
      },
      ...spec,
    },
  });
  post(`${base}/validatingadmissionpolicybindings`, { metadata: { name: "everywhere" }, spec: { policyName: "limits", ...binding } });
  const deploy = (replicas: number) => {
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "busybox:1" }] } };
    const body = { metadata: { name: "web" }, spec: { replicas, selector: { matchLabels: { a: "b" } }, template } };
    const answer = post("/apis/apps/v1/namespaces/shop/deployments", body);
    return { status: answer.status, message: (answer.body as { message?: string }).message ?? "created", warnings: answer.warnings };
  };
  const configure = (data: object) =>
    (post("/api/v1/namespaces/shop/configmaps", { metadata: { name: "c" }, data }).body as { message?: string }).message ?? "created";
  return { made, post, deploy, configure };
};

const FRAME = "ValidatingAdmissionPolicy 'limits' with binding 'everywhere'";

test("a policy denies with its message, its expression, or what came of its message expression", () => {
  const { deploy } = fixture({
    variables: [{ name: "max", expression: "5" }],
    validations: [
      { expression: "object.spec.replicas <= variables.max", message: "too many replicas" },
      { expression: "object.spec.replicas != 4", reason: "Forbidden" },
      { expression: "object.spec.replicas != 3", messageExpression: "'bad: ' + string(object.spec.replicas)" },
    ],
  });
  expect(deploy(6)).toMatchObject({
    status: 422,
    message: `deployments.apps "web" is forbidden: ${FRAME} denied request: too many replicas`,
  });
  expect(deploy(4)).toMatchObject({
    status: 403,
    message: `deployments.apps "web" is forbidden: ${FRAME} denied request: failed expression: object.spec.replicas != 4`,
  });
  expect(deploy(3).message).toContain("denied request: bad: 3");
  expect(deploy(2).message).toBe("created");
});

test("an expression that fails counts as a denial, unless failures are ignored", () => {
  const validations = [{ expression: "object.data.key == 'x'" }];
  expect(fixture({ validations }).configure({ a: "b" })).toBe(
    `configmaps "c" is forbidden: ${FRAME} denied request: expression 'object.data.key == 'x'' resulted in error: no such key: key`,
  );
  expect(fixture({ validations, failurePolicy: "Ignore" }).configure({ a: "b" })).toBe("created");
});

test("a binding may only warn", () => {
  const { deploy } = fixture(
    { validations: [{ expression: "object.spec.replicas < 2", message: "keep it small" }] },
    { validationActions: ["Warn", "Audit"] },
  );
  expect(deploy(2)).toEqual({ status: 201, message: "created", warnings: [`Validation failed for ${FRAME}: keep it small`] });
});

test("expressions are compiled when the policy is made", () => {
  const { made } = fixture({ validations: [{ expression: "foo == 1" }, { expression: "" }, { expression: "object.x + 1" }] });
  expect((made.body as { message: string }).message).toContain(
    "[spec.validations[0].expression: Invalid value: \"foo == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo == 1\n | ^, spec.validations[1].expression: Required value: expression is not specified, spec.validations[2].expression: Invalid value: \"object.x + 1\": must evaluate to bool but got int]",
  );
});
