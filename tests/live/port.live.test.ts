import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPath } from "#kube/ports/api-path.ts";
import type { KubeList, KubeObject, Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createKubernetesPort, type KubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { realKubeconfig } from "./real-world.ts";

/** Timeout until the app is ready, ms: 3 s on an idle machine, much longer beside the rest of the suite. */
const READY_TIMEOUT_MS = 180_000;

const kubeconfigPath = realKubeconfig();

describe.skipIf(kubeconfigPath === undefined)("the port on a real cluster (skipped unless KUBEDRILL_TEST_KUBECONFIG names one)", () => {
  const namespace = `test-${randomBytes(4).toString("hex")}`;
  const tools = `${namespace}-tools`;
  let port: KubernetesPort;
  const pods = (name?: string, subresource?: string): string => apiPath({ resource: "pods", namespace, name, subresource });

  beforeAll(async () => {
    port = createKubernetesPort({ kubeconfigPath: kubeconfigPath ?? "", probeNamespace: tools });
    const created = await port.write({
      method: "POST",
      path: "/api/v1/namespaces",
      body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    });
    expect(created.status).toBe(201);
    const hasAccount = async () =>
      (await port.read({ path: apiPath({ resource: "serviceaccounts", namespace, name: "default" }) })).status === 200;
    expect(await port.clock.until(hasAccount, { timeoutMs: 60_000 })).toBe(true);
    for (const [resource, body] of MANIFESTS)
      expect((await port.write({ method: "POST", path: apiPath({ resource, namespace }), body })).status).toBe(201);
    const status = async () => ((await port.read({ path: pods("web") })).body as Pod).status;
    const isReady = async () => (await status())?.conditions?.some((c) => c.type === "Ready" && c.status === "True") ?? false;
    if (!(await port.clock.until(isReady, { timeoutMs: READY_TIMEOUT_MS })))
      throw new Error(`pod web of ${namespace} is not ready: ${JSON.stringify(await status())}`);
  }, 2 * READY_TIMEOUT_MS);

  afterAll(async () => {
    await port.close();
    for (const name of [namespace, tools]) await port.write({ method: "DELETE", path: `/api/v1/namespaces/${name}` });
    await port.close();
  });

  test("objects, lists, tables and logs are read", async () => {
    expect((await port.read({ path: pods("web") })).body).toMatchObject({ kind: "Pod", metadata: { name: "web", namespace } });
    const list = (await port.read({ path: pods(), query: { labelSelector: "app=web" } })).body as KubeList;
    expect(list.items.map((item) => item.metadata.name)).toEqual(["web"]);
    const table = (await port.read({ path: pods(), as: "table" })).body as { kind: string; columnDefinitions: { name: string }[] };
    expect([table.kind, table.columnDefinitions[0]?.name]).toEqual(["Table", "Name"]);
    expect((await port.read({ path: pods("web", "log"), query: { container: "web" } })).body).toBe("serving\n");
  });

  test("an error of HTTP is an answer", async () => {
    const answer = await port.read({ path: pods("nobody") });
    expect([answer.status, (answer.body as Status).message]).toEqual([404, 'pods "nobody" not found']);
    const refused = await port.write({
      method: "POST",
      path: pods(),
      body: { apiVersion: "v1", kind: "Pod", metadata: { name: "x" }, spec: {} },
    });
    expect([refused.status, (refused.body as Status).reason]).toEqual([422, "Invalid"]);
  });

  test("all four patch types arrive, under the manager that kubectl would name", async () => {
    const path = apiPath({ resource: "configmaps", namespace, name: "page" });
    const patch = async (patchType: "json" | "merge" | "strategic" | "apply", body: unknown, query = {}) =>
      (await port.write({ method: "PATCH", path, patchType, body, query })).body as KubeObject & { readonly data: Record<string, string> };
    expect((await patch("merge", { data: { merge: "1" } })).data).toMatchObject({ merge: "1" });
    expect((await patch("strategic", { data: { strategic: "1" } })).data).toMatchObject({ strategic: "1" });
    expect((await patch("json", [{ op: "add", path: "/data/json", value: "1" }])).data).toMatchObject({ json: "1" });
    const applied = await patch(
      "apply",
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "page" }, data: { apply: "1" } },
      { force: "true" },
    );
    expect(applied.data).toMatchObject({ merge: "1", strategic: "1", json: "1", apply: "1" });
    const managers = (applied.metadata.managedFields as { readonly manager: string }[]).map(({ manager }) => manager).sort();
    expect(managers).toEqual(["kubectl", "kubectl-create", "kubectl-patch"]);
  });

  test("a delete carries its options, and a dry run changes nothing", async () => {
    const path = apiPath({ resource: "configmaps", namespace, name: "page" });
    const uid = ((await port.read({ path })).body as KubeObject).metadata.uid;
    const wrong = await port.write({
      method: "DELETE",
      path,
      body: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid: "0" } },
    });
    expect(wrong.status).toBe(409);
    expect((await port.write({ method: "DELETE", path, query: { dryRun: "All" } })).status).toBe(200);
    expect(((await port.read({ path })).body as KubeObject).metadata.uid).toBe(uid);
  });

  test("a warning of the server comes with the answer", async () => {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "warned" }, dat: {} };
    const answer = await port.write({
      method: "POST",
      path: apiPath({ resource: "configmaps", namespace }),
      query: { fieldValidation: "Warn", dryRun: "All" },
      body,
    });
    expect(answer.warnings).toEqual(['unknown field "dat"']);
  });

  test("a command runs with its exit code, both outputs and input", async () => {
    const exec = (command: readonly string[], more = {}) => port.exec({ namespace, pod: "web", command, ...more });
    expect(await exec(["sh", "-c", "echo out; echo err >&2; exit 3"])).toEqual({ exitCode: 3, stdout: "out\n", stderr: "err\n" });
    expect(await exec(["cat"], { stdin: "typed\n" })).toEqual({ exitCode: 0, stdout: "typed\n", stderr: "" });
    expect(await exec(["sleep", "20"], { timeoutMs: 300 })).toMatchObject({ exitCode: undefined, error: "command timed out after 300 ms" });
  });

  test("a command that never ran says why in the words of the cluster", async () => {
    expect(await port.exec({ namespace, pod: "web", command: ["nosuch"] })).toMatchObject({
      exitCode: undefined,
      error: expect.stringContaining('exec: "nosuch": executable file not found in $PATH'),
    });
    expect(await port.exec({ namespace, pod: "nobody", command: ["true"] })).toMatchObject({ error: 'pods "nobody" not found' });
    expect(await port.exec({ namespace, pod: "web", container: "side", command: ["true"] })).toMatchObject({
      error: "container side is not valid for pod web",
    });
  });

  test("a probe tells an answer from a refusal, silence and an unknown name", async () => {
    const from = { namespace };
    const http = { method: "GET", path: "/" } as const;
    expect(await port.probe({ from, host: "web", port: 80, http })).toMatchObject({ kind: "response", status: 200, body: "hello\n" });
    expect(await port.probe({ from, host: "web", port: 80, http: { ...http, path: "/nope" } })).toMatchObject({
      kind: "response",
      status: 404,
    });
    expect(await port.probe({ from, host: "web", port: 80 })).toMatchObject({ kind: "connected" });
    expect(await port.probe({ from, host: "web", port: 81 })).toMatchObject({ kind: "refused" });
    expect(await port.probe({ from, host: "nosuch", port: 80 })).toMatchObject({ kind: "no-such-host" });
    expect(((await port.read({ path: pods() })).body as KubeList).items.map((item) => item.metadata.name)).toEqual(["web"]);
  });

  test("a probe comes from where policies look, and its pod is gone afterwards", async () => {
    await port.write({ method: "POST", path: apiPath({ resource: "networkpolicies.networking.k8s.io", namespace }), body: ONLY_FRIENDS });
    const probe = (labels: Readonly<Record<string, string>>) =>
      port.probe({ from: { namespace, labels }, host: "web", port: 80, timeoutMs: 1_000 });
    const isDenied = async () => (await probe({})).kind === "timed-out";
    expect(await port.clock.until(isDenied, { timeoutMs: 60_000 })).toBe(true);
    // A pod that has just started is not let through at once: the rules learn its address a moment later.
    const isLetIn = async () => (await probe({ role: "friend" })).kind === "connected";
    expect(await port.clock.until(isLetIn, { timeoutMs: 60_000 })).toBe(true);
    const areGone = async () => ((await port.read({ path: pods() })).body as KubeList).items.length === 1;
    expect(await port.clock.until(areGone, { timeoutMs: 60_000 })).toBe(true);
  });

  test("calls from inside leave no process behind", async () => {
    for (let i = 0; i < 3; i++) await port.probe({ from: { namespace }, host: "web", port: 80, timeoutMs: 1_000 });
    const { items } = (await port.read({ path: apiPath({ resource: "pods", namespace: tools }) })).body as KubeList;
    const processes = async (): Promise<string> => {
      const lists = items.map(({ metadata }) => port.exec({ namespace: tools, pod: metadata.name, command: ["ps"] }));
      return (await Promise.all(lists)).map(({ stdout }) => stdout).join("");
    };
    expect(await port.clock.until(async () => !/timeout|\bnc\b/.test(await processes()), { timeoutMs: 30_000 })).toBe(true);
    expect(await processes()).toContain("sleep");
  });

  test("what the cluster cannot do is said, not tried", async () => {
    expect(await port.query({ api: "prometheus", path: "/api/v1/query", params: { query: "up" } })).toMatchObject({ status: 501 });
    await expect(port.disturb.kubelet("node", "stopped")).rejects.toMatchObject({ code: "CAPABILITY_MISSING" });
    expect(port.revision()).toBeUndefined();
  });
});

const MANIFESTS: readonly (readonly [resource: string, body: unknown])[] = [
  ["configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "page" }, data: { "index.html": "hello\n" } }],
  [
    "services",
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "web" },
      spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] },
    },
  ],
  [
    "pods",
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", labels: { app: "web" } },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [
          {
            name: "web",
            image: "busybox:1.36",
            command: ["sh", "-c", "echo serving; exec busybox httpd -f -p 8080 -h /www"],
            readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 },
            volumeMounts: [{ name: "page", mountPath: "/www" }],
          },
        ],
        volumes: [{ name: "page", configMap: { name: "page" } }],
      },
    },
  ],
];

const ONLY_FRIENDS = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "only-friends" },
  spec: {
    podSelector: { matchLabels: { app: "web" } },
    policyTypes: ["Ingress"],
    ingress: [{ from: [{ podSelector: { matchLabels: { role: "friend" } } }] }],
  },
};
