import { expect, test } from "vitest";
import type { Namespace } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

const GROUP = "external.metrics.k8s.io";

const apiService = (name = "adapter"): KubeObject =>
  ({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1beta1.${GROUP}` },
    spec: {
      group: GROUP,
      version: "v1beta1",
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name, namespace: "custom-metrics", port: 443 },
    },
  }) as never;

const configMap = (namespace: string, metadata: object = {}): KubeObject =>
  ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace, ...metadata } }) as never;

const openNamespace = (...objects: readonly KubeObject[]) => {
  const bed = createFixture();
  bed.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "doomed" } }, ...objects);
  const read = () => bed.client.get<Namespace>("namespaces", undefined, "doomed");
  const condition = (type: string) => {
    const { status, reason, message } = read()?.status?.conditions?.find((one) => one.type === type) ?? {};
    return { status, reason, message };
  };
  bed.client.delete("namespaces", undefined, "doomed");
  return { bed, read, condition };
};

test("a namespace stays while a group cannot be discovered, though what is known of it is deleted", () => {
  const { bed, read, condition } = openNamespace(apiService(), configMap("doomed"));
  bed.run(30);
  expect(condition("NamespaceDeletionDiscoveryFailure")).toEqual({
    status: "True",
    reason: "DiscoveryFailed",
    message:
      "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: external.metrics.k8s.io/v1beta1: stale GroupVersion discovery: external.metrics.k8s.io/v1beta1",
  });
  expect(condition("NamespaceContentRemaining")).toMatchObject({ status: "False", reason: "ContentRemoved" });
  expect(bed.client.get("configmaps", "doomed", "x")).toBeUndefined();
  bed.run(3600);
  expect(read()?.status?.phase).toBe("Terminating");
  bed.client.delete("apiservices.apiregistration.k8s.io", undefined, `v1beta1.${GROUP}`);
  bed.run(61);
  expect(read()).toBeUndefined();
});

test("metrics-server that is down holds every namespace", () => {
  const { bed, read, condition } = openNamespace();
  bed.client.delete("deployments.apps", "kube-system", "metrics-server");
  bed.run(30);
  expect(condition("NamespaceDeletionDiscoveryFailure").message).toContain("metrics.k8s.io/v1beta1: stale GroupVersion discovery");
  expect(read()?.spec?.finalizers).toEqual(["kubernetes"]);
});

test("a deletion that a policy refuses is named, and tried again", () => {
  const { bed, read, condition } = openNamespace(
    configMap("doomed"),
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "keep" },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] }],
        },
        validations: [{ expression: "oldObject.metadata.name != 'x'", message: "x stays" }],
      },
    } as never,
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "keep" },
      spec: { policyName: "keep", validationActions: ["Deny"] },
    } as never,
  );
  bed.run(30);
  expect(condition("NamespaceDeletionContentFailure")).toMatchObject({ status: "True", reason: "ContentDeletionFailed" });
  expect(condition("NamespaceDeletionContentFailure").message).toMatch(/^Failed to delete all resource types, 1 remaining: .*x stays$/);
  bed.client.delete("validatingadmissionpolicybindings.admissionregistration.k8s.io", undefined, "keep");
  bed.run(61);
  expect(read()).toBeUndefined();
});
