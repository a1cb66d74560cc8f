import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ApiResponse } from "#kube/ports/cluster-port.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { AGENT_PLACES, type AgentPlace } from "./agent-places.ts";
import { type HostileObject, hostileObjects } from "./hostile-pods.ts";

const FILE = new URL("./confinement.recorded.json", import.meta.url);

/** Answers of a real API server, by `resource/name`: `KUBEDRILL_TEST_RECORD=1` writes those of the real slot. */
const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, Outcome>>;

interface Outcome {
  readonly status: number;
  readonly message?: string;
  readonly warnings?: readonly string[];
}

/** Time until a controller has tried to create a pod, and failed or not. */
const TRIED_MS = 60_000;

describe.each(AGENT_PLACES)("the agent of $title", ({ isAbsent, isReal, open }) => {
  let place: AgentPlace;
  const outcomes: Record<string, Outcome> = {};

  beforeAll(async () => {
    if (!isAbsent) place = await open();
  });
  afterAll(async () => {
    if (isReal && process.env["KUBEDRILL_TEST_RECORD"] !== undefined) writeFileSync(FILE, `${JSON.stringify(outcomes, null, 2)}\n`);
    await place?.close();
  });

  const write = async ({ name, resource, object }: HostileObject): Promise<ApiResponse> => {
    const { agent, namespace } = place.slot;
    const { metadata } = object as Partial<KubeObject>;
    return await agent.write({
      method: "POST",
      path: apiPath({ resource, namespace }),
      body: { ...object, metadata: { ...metadata, name } },
    });
  };

  test.skipIf(isAbsent).each(hostileObjects().map((hostile) => ({ ...hostile, id: `${hostile.resource}/${hostile.name}` })))(
    "does not get out by $class: $id",
    async (hostile) => {
      const { namespace, admin } = place.slot;
      const { status, body, warnings } = await write(hostile);
      const neutral = (text: string): string => text.replaceAll(namespace, "<NS>");
      const { message } = body as Status;
      const outcome = {
        status,
        ...(status >= 400 && { message: neutral(message ?? "") }),
        ...(warnings !== undefined && warnings.length > 0 && { warnings: warnings.map(neutral) }),
      };
      outcomes[hostile.id] = outcome;
      if (process.env["KUBEDRILL_TEST_RECORD"] === undefined) expect(outcome).toEqual(recorded[hostile.id]);
      if (hostile.resource.includes(".")) {
        expect(status).toBe(201);
        await admin.clock.until(async () => (await refusalsOf(hostile)).length > 0, { timeoutMs: TRIED_MS });
        expect((await refusalsOf(hostile))[0]).toMatch(
          /is forbidden: (?:violates PodSecurity "baseline:v1\.35"|ValidatingAdmissionPolicy)/,
        );
        const { body: pods } = await admin.read({
          path: apiPath({ resource: "pods", namespace }),
          query: { labelSelector: `app=${hostile.name}` },
        });
        expect((pods as { readonly items: readonly Pod[] }).items).toEqual([]);
        await admin.write({ method: "DELETE", path: apiPath({ resource: hostile.resource, namespace, name: hostile.name }) });
      } else expect([403, 422]).toContain(status);
    },
  );

  /** Messages about pods that a workload's controller failed to create. */
  const refusalsOf = async ({ name, resource }: HostileObject): Promise<readonly string[]> => {
    const { namespace, admin } = place.slot;
    const { body } = await admin.read({ path: apiPath({ resource: "events", namespace }) });
    const kind = resource === "deployments.apps" ? "ReplicaSet" : undefined;
    return (body as { readonly items: readonly EventLike[] }).items
      .filter(
        ({ reason, involvedObject: about }) =>
          reason === "FailedCreate" && about.name.startsWith(name) && (kind ?? about.kind) === about.kind,
      )
      .map(({ message = "" }) => message);
  };

  test.skipIf(isAbsent)("cannot add a container that reaches the node to a running pod", async () => {
    const { agent, namespace } = place.slot;
    const [pod] = ((await agent.read({ path: apiPath({ resource: "pods", namespace }) })).body as { readonly items: readonly Pod[] }).items;
    const answer = await agent.write({
      method: "PATCH",
      path: apiPath({ resource: "pods", namespace, name: pod?.metadata.name ?? "", subresource: "ephemeralcontainers" }),
      patchType: "strategic",
      body: { spec: { ephemeralContainers: [{ name: "debugger", image: "busybox:1.36", securityContext: { privileged: true } }] } },
    });
    expect([answer.status, (answer.body as Status).message]).toEqual([
      403,
      `pods "${pod?.metadata.name}" is forbidden: violates PodSecurity "baseline:v1.35": privileged (container "debugger" must not set securityContext.privileged=true)`,
    ]);
  });

  test.skipIf(isAbsent)("cannot let a pod that waits for a node tolerate all taints afterwards", async () => {
    const { agent, namespace } = place.slot;
    const pod = apiPath({ resource: "pods", namespace, name: "waits" });
    const spec = {
      terminationGracePeriodSeconds: 0,
      nodeSelector: { nowhere: "true" },
      containers: [{ name: "c", image: "busybox:1.36" }],
    };
    const body = { apiVersion: "v1", kind: "Pod", metadata: { name: "waits" }, spec };
    expect((await agent.write({ method: "POST", path: apiPath({ resource: "pods", namespace }), body })).status).toBe(201);
    const tolerate = async (toleration: object) => {
      const { spec: written } = (await agent.read({ path: pod })).body as Pod;
      const tolerations = [...(written.tolerations ?? []), toleration];
      return await agent.write({ method: "PATCH", path: pod, patchType: "merge", body: { spec: { tolerations } } });
    };
    for (const toleration of [{ operator: "Exists" }, { key: "node-role.kubernetes.io/control-plane", operator: "Exists" }]) {
      const { status, body: answer } = await tolerate(toleration);
      expect([status, (answer as Status).message]).toEqual([403, expect.stringContaining("spec.tolerations must name taints by key")]);
    }
    expect((await tolerate({ key: "dedicated", operator: "Exists" })).status).toBe(200);
    expect((await agent.write({ method: "DELETE", path: pod })).status).toBe(200);
  });

  test.skipIf(isAbsent)("cannot change or delete its Namespace, place pods, get tokens, or give itself the right to", async () => {
    const { agent, namespace } = place.slot;
    const itself = apiPath({ resource: "namespaces", name: namespace });
    const labels = { "pod-security.kubernetes.io/enforce": null };
    const rbac = { apiVersion: "rbac.authorization.k8s.io/v1", metadata: { name: "more" } };
    const inNamespace = (resource: string, rest: object = {}) => apiPath({ resource, namespace, ...rest });
    const role = (rule: object) => ({
      path: inNamespace("roles.rbac.authorization.k8s.io"),
      body: { ...rbac, kind: "Role", rules: [{ apiGroups: [""], verbs: ["*"], ...rule }] },
    });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" };
    const subjects = [{ kind: "ServiceAccount", name: "default", namespace }];
    const attempts: readonly { readonly method?: "PATCH" | "DELETE"; readonly path: string; readonly body?: object }[] = [
      { method: "PATCH", path: itself, body: { metadata: { labels } } },
      { method: "PATCH", path: `${itself}/status`, body: { metadata: { labels } } },
      { method: "DELETE", path: itself },
      role({ resources: ["namespaces"] }),
      role({ resources: ["*"] }),
      role({ resources: ["serviceaccounts/token"] }),
      role({ resources: ["pods/binding"] }),
      role({ apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["escalate"] }),
      { path: inNamespace("rolebindings.rbac.authorization.k8s.io"), body: { ...rbac, kind: "RoleBinding", roleRef, subjects } },
      {
        path: inNamespace("serviceaccounts", { name: "default", subresource: "token" }),
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
      },
      {
        path: inNamespace("bindings"),
        body: { apiVersion: "v1", kind: "Binding", metadata: { name: "x" }, target: { kind: "Node", name: "y" } },
      },
      {
        path: inNamespace("pods", { name: "x", subresource: "binding" }),
        body: { apiVersion: "v1", kind: "Binding", metadata: { name: "x" }, target: { kind: "Node", name: "y" } },
      },
    ];
    for (const { method = "POST", path, body } of attempts) {
      const answer = await agent.write({ method, path, ...(body && { body }), ...(method === "PATCH" && { patchType: "merge" }) });
      expect([path, JSON.stringify(body), answer.status], (answer.body as Status).message).toEqual([path, JSON.stringify(body), 403]);
    }
  });

  test.skipIf(isAbsent)("still writes every kind of object of its namespace", async () => {
    const { agent, namespace } = place.slot;
    for (const resource of ["configmaps", "deployments.apps", "networkpolicies.networking.k8s.io", "roles.rbac.authorization.k8s.io"])
      for (const verb of ["create", "patch", "delete"]) {
        const [plural = "", ...group] = resource.split(".");
        const answer = await agent.write({
          method: "POST",
          path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
          body: {
            apiVersion: "authorization.k8s.io/v1",
            kind: "SelfSubjectAccessReview",
            spec: { resourceAttributes: { namespace, verb, group: group.join("."), resource: plural } },
          },
        });
        expect([resource, verb, (answer.body as { status?: { allowed: boolean } }).status?.allowed]).toEqual([resource, verb, true]);
      }
  });
});

interface EventLike extends KubeObject {
  readonly reason?: string;
  readonly message?: string;
  readonly involvedObject: { readonly name: string; readonly kind: string };
}
