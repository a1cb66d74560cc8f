import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { CoreV1Api, KubeConfig, Watch } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, NO_KUBECTL } from "../parity/legs/find-kubectl.ts";
import { AGENT_PLACES, type AgentPlace } from "./agent-places.ts";
import { type KubectlClient, openKubectl } from "./kubectl-client.ts";

const program = findKubectl();
const LONG = 120_000;

describe.each(AGENT_PLACES)(`real kubectl at the endpoint of $title${program === undefined ? ` (skipped: ${NO_KUBECTL})` : ""}`, (kind) => {
  const { isReal } = kind;
  const isAbsent = kind.isAbsent || program === undefined;
  let place: AgentPlace;
  let kubectl: KubectlClient;
  const run = (command: string, stdin?: string) => kubectl.run(command.split(" "), stdin);
  const audited = () => place.slot.audit().map(({ verb, object }) => `${verb} ${object}`);

  beforeAll(async () => {
    if (isAbsent) return;
    place = await kind.open();
    kubectl = openKubectl(program ?? "", place.kubeconfig);
  }, 300_000);
  afterAll(async () => {
    kubectl?.close();
    await place?.close();
  }, 300_000);

  test.skipIf(isAbsent)(
    "gets and applies, and what it writes is in the audit",
    async () => {
      expect((await run("get pods --no-headers")).stdout).toMatch(/^(?:\w+-\w+-\w{5} +1\/1 +Running .*\n){3}$/);
      const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: note}\ndata: {a: b}\n";
      expect(await run("apply -f -", manifest)).toMatchObject({ code: 0, stdout: "configmap/note created\n" });
      expect(await run("scale deployment web --replicas=2")).toMatchObject({ code: 0, stdout: "deployment.apps/web scaled\n" });
      expect(await run("rollout status deployment web --timeout=60s")).toMatchObject({ code: 0 });
      expect(await run("delete configmap note")).toMatchObject({ code: 0 });
      const { namespace } = place.slot;
      expect(audited()).toEqual([
        `create configmaps ${namespace}/note`,
        `patch deployments.apps/scale ${namespace}/web`,
        `delete configmaps ${namespace}/note`,
      ]);
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "watches while things happen",
    async () => {
      const watching = kubectl.launch(["get", "deployment", "web", "-w", "--no-headers"]);
      await expect.poll(watching.said, { timeout: 20_000 }).toMatch(/^web +2\/2/);
      await run("scale deployment web --replicas=1");
      await expect.poll(watching.said, { timeout: 20_000 }).toMatch(/\nweb +1\/1/);
      watching.kill();
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "runs commands with output, input and status, types at a terminal, and copies files both ways",
    async () => {
      const before = audited().length;
      expect(await kubectl.run(["exec", "deploy/web", "--", "sh", "-c", "echo out; echo err >&2; exit 7"])).toMatchObject({
        code: 7,
        stdout: "out\n",
        stderr: "err\ncommand terminated with exit code 7\n",
      });
      expect(await run("exec -i deploy/web -- cat", "typed")).toMatchObject({ code: 0, stdout: "typed" });
      const typed = await kubectl.atTerminal(["exec", "-it", "deploy/web", "--", "sh"], "echo $((6*7))\nexit\n");
      expect(typed.stdout).toMatch(/42\r\n/);
      const names = async () => (await run("get pods -l app=web -o name")).stdout.trim().split("\n");
      await expect.poll(async () => (await names()).length, { timeout: 20_000 }).toBe(1);
      const pod = (await names())[0]?.replace("pod/", "") ?? "";
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 9)) % 256));
      writeFileSync(join(kubectl.folder, "bytes"), bytes);
      expect((await run(`cp bytes ${pod}:/tmp/bytes`)).stderr).toBe("");
      expect((await run(`cp ${pod}:/tmp/bytes back`)).code).toBe(0);
      expect(readFileSync(join(kubectl.folder, "back")).equals(bytes)).toBe(true);
      if (isReal) expect(new Set(audited().slice(before))).toContain(`create pods/exec ${place.slot.namespace}/${pod}`);
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "follows a log",
    async () => {
      const script = "for i in 1 2 3 4 5; do echo tick $i; sleep 1; done";
      await kubectl.run(["run", "tick", "--image=busybox:1.36", "--restart=Never", "--", "sh", "-c", script]);
      expect(await run("wait --for=jsonpath={.status.phase}=Running pod/tick --timeout=60s")).toMatchObject({ code: 0 });
      const lines = [1, 2, 3, 4, 5].map((i) => `tick ${i}\n`);
      expect(await run("logs -f tick")).toEqual({ code: 0, stdout: lines.join(""), stderr: "" });
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "forwards a port, again and again over one tunnel",
    async () => {
      const forwarding = kubectl.launch(["port-forward", "service/web", ":80"]);
      await expect.poll(forwarding.said, { timeout: 20_000 }).toMatch(/Forwarding from 127\.0\.0\.1:\d+ -> 8080/);
      const port = /127\.0\.0\.1:(\d+)/.exec(forwarding.said())?.[1];
      for (let i = 0; i < 3; i++) expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hello from web\n");
      forwarding.kill();
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "is refused in the API server's words what is not the agent's business",
    async () => {
      const user = place.slot.live?.user ?? place.slot.api?.user;
      const beyond = [
        [
          "get pods -n kube-system",
          `pods is forbidden: User "${user}" cannot list resource "pods" in API group "" in the namespace "kube-system"`,
        ],
        [
          "get secret x -n default",
          `secrets "x" is forbidden: User "${user}" cannot get resource "secrets" in API group "" in the namespace "default"`,
        ],
        [
          "get namespaces",
          `namespaces is forbidden: User "${user}" cannot list resource "namespaces" in API group "" at the cluster scope`,
        ],
        ["get pods -A", `pods is forbidden: User "${user}" cannot list resource "pods" in API group "" at the cluster scope`],
      ] as const;
      for (const [command, words] of beyond)
        expect(await run(command)).toMatchObject({ code: 1, stderr: `Error from server (Forbidden): ${words}\n` });
      expect((await run("cordon x")).stderr).toMatch(/not found|forbidden/);
      for (const command of ["get nodes", "get storageclasses", "api-resources", "version", "get --raw /healthz"])
        expect(await run(command), command).toMatchObject({ code: 0 });
      expect((await run("auth can-i delete pods")).stdout).toBe("yes\n");
      expect((await run("auth can-i delete nodes -A")).stdout).toBe("no\n");
      expect((await run("auth whoami -o jsonpath={.status.userInfo.username}")).stdout).toBe(user);
      const another = await run("get pods --as=kubernetes-admin --as-group=system:masters -n kube-system");
      expect(another).toMatchObject({ code: 1, stderr: expect.stringContaining("forbidden") });
    },
    LONG,
  );

  test.skipIf(isAbsent)(
    "a client library lists and watches",
    async () => {
      const config = new KubeConfig();
      config.loadFromString(place.kubeconfig);
      const { namespace } = place.slot;
      const core = config.makeApiClient(CoreV1Api);
      const { metadata } = await core.listNamespacedPod({ namespace });
      const heard: string[] = [];
      const watch = await new Watch(config).watch(
        `/api/v1/namespaces/${namespace}/configmaps`,
        { resourceVersion: metadata?.resourceVersion },
        (phase, object) => heard.push(`${phase} ${object.metadata.name}`),
        () => undefined,
      );
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "seen" } } });
      await core.deleteNamespacedConfigMap({ namespace, name: "seen" });
      await expect.poll(() => heard, { timeout: 20_000 }).toEqual(["ADDED seen", "DELETED seen"]);
      watch.abort();
    },
    LONG,
  );

  test.skipIf(isAbsent)("who shows nothing, or something else, gets nothing of the cluster", async () => {
    const config = new KubeConfig();
    config.loadFromString(place.kubeconfig);
    const { server } = config.getCurrentCluster() ?? { server: "" };
    const path = `/api/v1/namespaces/${place.slot.namespace}/pods`;
    expect(await statusOf(`${server}${path}`, {})).toBe(isReal ? 401 : 403);
    expect(await statusOf(`${server}${path}`, { authorization: "Bearer wrong" })).toBe(401);
    expect(
      await statusOf(`${server}/api/v1/namespaces/x/../../../x`, { authorization: `Bearer ${config.getCurrentUser()?.token}` }),
    ).toBeGreaterThan(399);
  });

  test.skipIf(isAbsent || !isReal)(
    "what it has open ends with the episode, nothing of it is left, and no failure was told",
    async () => {
      const watching = kubectl.launch(["get", "pods", "-w"]);
      const working = kubectl.launch(["exec", "deploy/api", "--", "sh", "-c", "echo here; sleep 1000"]);
      await expect.poll(() => [watching.said() !== "", working.said()], { timeout: 20_000 }).toEqual([true, "here\n"]);
      const pod = audited().at(-1)?.split("/").at(-1) ?? "";
      place.slot.live?.close();
      await expect.poll(() => [watching.ended(), working.ended()].includes(undefined), { timeout: 20_000 }).toBe(false);
      expect(await run("get pods")).toMatchObject({ code: 1 });
      await place.recycleSlot();
      const pods = await place.slot.admin
        .read({ path: `/api/v1/namespaces/${place.slot.namespace}/pods/${pod}` })
        .catch(() => ({ status: 404 }));
      expect(pods.status).toBe(404);
      expect(place.failures).toEqual([]);
      expect(existsSync(join(kubectl.folder, "config"))).toBe(true);
    },
    LONG,
  );
});

const statusOf = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const path = url.slice(url.indexOf("/", "https://".length));
    request({ hostname, port, path, headers, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
