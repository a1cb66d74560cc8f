import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "../../../http/handle.ts";
import { createTestWorld } from "../../../testing/create-test-world.ts";

const fixture = (labels: Readonly<Record<string, string>>) => {
  const { world } = createTestWorld();
  const user = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
  const send = (method: "POST" | "PATCH", path: string, body: unknown) =>
    handle(world, { method, path, query: {}, body, user, ...(method === "PATCH" && { patchType: "merge" as const }) });
  const label = (more: Readonly<Record<string, string>>) => send("PATCH", "/api/v1/namespaces/shop", { metadata: { labels: more } });
  label(labels);
  const create = (spec: object, name = "p") => {
    const { body, warnings } = send("POST", "/api/v1/namespaces/shop/pods", { metadata: { name }, spec });
    return { message: (body as { message?: string }).message ?? "created", warnings };
  };
  return { send, label, create };
};

const PLAIN = { containers: [{ name: "app", image: "busybox:1" }] };
const ENFORCE = "pod-security.kubernetes.io/enforce";

test("a restricted namespace names everything that a plain pod lacks", () => {
  const { create } = fixture({ [ENFORCE]: "restricted" });
  expect(create(PLAIN).message).toBe(
    'pods "p" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "app" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "app" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "app" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "app" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
  const good = {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [{ ...PLAIN.containers[0], securityContext }],
  };
  expect(create(good).message).toBe("created");
});

test("a baseline namespace refuses what reaches into the node", () => {
  const { create } = fixture({ [ENFORCE]: "baseline", [`${ENFORCE}-version`]: "v1.30" });
  const spec = {
    hostNetwork: true,
    hostPID: true,
    volumes: [{ name: "root", hostPath: { path: "/" } }],
    containers: [
      {
        name: "a",
        image: "busybox:1",
        securityContext: { privileged: true, capabilities: { add: ["SYS_ADMIN", "CHOWN"] } },
        ports: [{ containerPort: 80, hostPort: 80 }],
      },
      { name: "b", image: "busybox:1", securityContext: { privileged: true } },
    ],
  };
  expect(create(spec).message).toBe(
    'pods "p" is forbidden: violates PodSecurity "baseline:v1.30": non-default capabilities (container "a" must not include "SYS_ADMIN" in securityContext.capabilities.add), host namespaces (hostNetwork=true, hostPID=true), hostPath volumes (volume "root"), hostPort (container "a" uses hostPort 80), privileged (containers "a", "b" must not set securityContext.privileged=true)',
  );
  expect(create(PLAIN).message).toBe("created");
});

test("a warning level warns about pods and about the templates of workloads", () => {
  const { create, send } = fixture({ "pod-security.kubernetes.io/warn": "baseline" });
  const spec = { ...PLAIN, hostIPC: true };
  const warning = 'would violate PodSecurity "baseline:latest": host namespaces (hostIPC=true)';
  expect(create(spec)).toEqual({ message: "created", warnings: [warning] });
  const template = { metadata: { labels: { a: "b" } }, spec };
  const deployment: Partial<KubeObject> & object = {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  } as never;
  expect(send("POST", "/apis/apps/v1/namespaces/shop/deployments", deployment).warnings).toEqual([warning]);
});

test("a namespace that gets stricter is told of its pods, and bad labels are refused", () => {
  const { create, label } = fixture({});
  create({ ...PLAIN, hostPID: true }, "a");
  create({ ...PLAIN, hostPID: true }, "b");
  create(PLAIN, "c");
  expect(label({ [ENFORCE]: "baseline" }).warnings).toEqual([
    'existing pods in namespace "shop" violate the new PodSecurity enforce level "baseline:latest"',
    "a (and 1 other pod): host namespaces",
  ]);
  expect((label({ [ENFORCE]: "strict", [`${ENFORCE}-version`]: "1.20" }).body as { message: string }).message).toBe(
    'Namespace "shop" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/enforce-version]: Invalid value: "1.20": must be "latest" or "v1.x"]',
  );
});

test("a namespace that enforces a level warns of it about workloads, unless its labels speak of warnings", () => {
  const template = { metadata: { labels: { a: "b" } }, spec: { ...PLAIN, hostPID: true } };
  const warningsWith = (labels: Readonly<Record<string, string>>) =>
    fixture(labels).send("POST", "/apis/apps/v1/namespaces/shop/deployments", {
      metadata: { name: "web" },
      spec: { selector: { matchLabels: { a: "b" } }, template },
    }).warnings;
  const enforced = { [ENFORCE]: "baseline" };
  expect(warningsWith(enforced)).toEqual(['would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)']);
  expect(warningsWith({ ...enforced, "pod-security.kubernetes.io/warn": "privileged" })).toBeUndefined();
  expect(warningsWith({ ...enforced, "pod-security.kubernetes.io/warn-version": "v1.30" })).toEqual([
    'would violate PodSecurity "baseline:v1.30": host namespaces (hostPID=true)',
  ]);
});
