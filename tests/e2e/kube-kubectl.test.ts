import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenCluster, openCluster } from "#env/open/open-cluster.ts";

const VERSION_MIN = 32;

/** Finds a kubectl program that is new enough; otherwise the reason why there is none. */
const findKubectl = (): { readonly path: string } | { readonly missing: string } => {
  const path = process.env["KUBEDRILL_TEST_KUBECTL"] ?? "kubectl";
  try {
    const text = execFileSync(path, ["version", "--client", "-o", "json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const minor = Number.parseInt(JSON.parse(text).clientVersion.minor, 10);
    return minor >= VERSION_MIN ? { path } : { missing: `${path} is version 1.${minor}; 1.${VERSION_MIN} is the least` };
  } catch {
    return { missing: `there is no kubectl at ${path}; KUBEDRILL_TEST_KUBECTL names one` };
  }
};

const found = findKubectl();
const program = "path" in found ? found.path : "";

describe.skipIf("missing" in found)(`real kubectl${"missing" in found ? ` (skipped: ${found.missing})` : ""}`, () => {
  let cluster: OpenCluster;
  let folder: string;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kubectl-"));
    cluster = await openCluster({ host: "127.0.0.1", port: 0, nodes: 2, seed: "5", time: "auto", hasMetrics: false, hasStorage: false });
    writeFileSync(join(folder, "config"), cluster.kubeconfig, { mode: 0o600 });
    writeFileSync(join(folder, "web.yaml"), deployment());
  });
  afterAll(async () => {
    for (const child of children) child.kill();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const launch = (words: readonly string[]): ChildProcess => {
    const env = { ...process.env, KUBECONFIG: join(folder, "config"), HOME: folder };
    const child = spawn(program, words, { cwd: folder, env });
    children.add(child);
    child.on("exit", () => children.delete(child));
    return child;
  };
  const run = (command: string, stdin?: string | Buffer): Promise<Outcome> => runWords(command.split(" "), stdin);
  const runWords = (words: readonly string[], stdin?: string | Buffer): Promise<Outcome> =>
    new Promise((resolve) => {
      const child = launch(words);
      const texts = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const)
        child[name]?.on("data", (chunk: Buffer) => (texts[name] += chunk.toString("latin1")));
      child.on("close", (code) => resolve({ code, ...texts }));
      child.stdin?.end(stdin ?? "");
    });

  test("applies a deployment, waits for its rollout, sees it in tables and deletes it", async () => {
    expect(await run("apply -f web.yaml")).toMatchObject({ code: 0, stdout: "deployment.apps/web created\n" });
    const rollout = await run("rollout status deployment web --timeout=60s");
    expect(rollout).toMatchObject({ code: 0 });
    expect(rollout.stdout).toMatch(/deployment "web" successfully rolled out\n$/);
    expect((await run("get pods --no-headers")).stdout).toMatch(/^(web-\w+-\w{5} +1\/1 +Running +0 +\d+s\n){2}$/);
    expect(await run("wait --for=condition=Available deployment/web --timeout=30s")).toMatchObject({ code: 0 });
    expect(await run("get nodes --no-headers -o name")).toMatchObject({ stdout: "node/worker-1\nnode/worker-2\n" });
    expect(await run("rollout restart deployment web")).toMatchObject({ stdout: "deployment.apps/web restarted\n" });
    expect((await run("rollout status deployment web --timeout=60s")).code).toBe(0);
    expect(await run("delete deployment web --timeout=60s")).toMatchObject({ code: 0, stdout: expect.stringContaining('"web" deleted') });
    expect(await run("get deployments")).toMatchObject({ stderr: "No resources found in default namespace.\n" });
  });

  test("runs commands in a container, with input, output and status, and copies files", async () => {
    await runWords(["run", "box", "--image=registry.local/busybox:1.35", "--restart=Never", "--", "sleep", "1000"]);
    expect((await run("wait --for=condition=Ready pod/box --timeout=60s")).code).toBe(0);
    expect(await run("exec box -- echo hello")).toMatchObject({ code: 0, stdout: "hello\n" });
    expect(await runWords(["exec", "box", "--", "sh", "-c", "echo oops >&2; exit 7"])).toEqual({
      code: 7,
      stdout: "",
      stderr: "oops\ncommand terminated with exit code 7\n",
    });
    expect((await run("exec box -- nosuch")).stderr).toContain('exec: "nosuch": executable file not found in $PATH');
    expect(await run("exec -i box -- cat", "from stdin")).toMatchObject({ code: 0, stdout: "from stdin" });
    expect(await run("exec -i box -- sh", "cd /tmp\necho $PWD\nexit 3\n")).toMatchObject({ code: 3, stdout: "/tmp\n" });
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7) % 256));
    writeFileSync(join(folder, "bytes"), bytes);
    expect((await run("cp bytes box:/tmp/bytes")).code).toBe(0);
    expect((await run("exec box -- cat /tmp/bytes")).stdout).toBe(bytes.toString("latin1"));
  });

  test("follows a log until the container ends, and a watch while things happen", async () => {
    const script = "i=0; while [ $i -lt 120 ]; do i=$((i+1)); echo tick $i; sleep 1; done";
    const watching = launch(["get", "pods", "-w", "--no-headers"]);
    let seen = "";
    watching.stdout?.on("data", (chunk: Buffer) => (seen += chunk.toString()));
    await runWords(["run", "tick", "--image=registry.local/busybox:1.35", "--restart=Never", "--", "sh", "-c", script]);
    expect((await run("wait --for=condition=Ready pod/tick --timeout=60s")).code).toBe(0);
    const log = await run("logs -f tick");
    expect(log).toEqual({ code: 0, stdout: Array.from({ length: 120 }, (_, i) => `tick ${i + 1}\n`).join(""), stderr: "" });
    await expect.poll(() => seen).toMatch(/tick .*ContainerCreating[\s\S]*tick .*Running[\s\S]*tick .*Completed/);
    watching.kill();
  });

  test("says what no server serves, whatever else stands in the file", async () => {
    const found = await run("apply -f -", "apiVersion: nope/v1\nkind: Foo\nmetadata: {name: x}\n");
    expect(found).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'error: resource mapping not found for name: "x" namespace: "" from "STDIN": no matches for kind "Foo" in version "nope/v1"\nensure CRDs are installed first\n',
    });
    const { swagger, paths, definitions } = JSON.parse((await run("get --raw /openapi/v2")).stdout);
    expect(swagger).toBe("2.0");
    expect(paths["/api/v1/namespaces/{namespace}/pods"].post.parameters[0]).toMatchObject({
      in: "body",
      schema: { $ref: "#/definitions/io.k8s.api.core.v1.Pod" },
    });
    expect(definitions["io.k8s.api.core.v1.Pod"].properties.spec).toMatchObject({ $ref: "#/definitions/io.k8s.api.core.v1.PodSpec" });
  });

  test("a shell in a pod of its own is typed to, and its end is the end of the pod", async () => {
    const typed = await run(
      "run -i --rm talk --restart=Never --quiet --image=registry.local/busybox:1.35 -- sh",
      "echo $((6*7))\nexit 3\n",
    );
    expect(typed).toMatchObject({ code: 3, stdout: expect.stringMatching(/^42\n/) });
    expect((await run("get pod talk")).stderr).toBe('Error from server (NotFound): pods "talk" not found\n');
  });

  test("forwards a port to a pod, and says why it cannot", async () => {
    const forwarding = launch(["-n", "kube-system", "port-forward", "deployment/coredns", ":8080"]);
    let said = "";
    forwarding.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toMatch(/Forwarding from 127\.0\.0\.1:\d+ -> 8080/);
    const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    expect([answer.status, await answer.text()]).toEqual([200, "OK"]);
    forwarding.kill();
    expect((await run("port-forward pod/nope 1:1")).stderr).toBe('Error from server (NotFound): pods "nope" not found\n');
  });

  test("drains a node, which polls, and gives it back", async () => {
    await run("apply -f web.yaml");
    await run("rollout status deployment web --timeout=60s");
    const drained = await run("drain worker-1 --ignore-daemonsets --force --timeout=90s");
    expect(drained).toMatchObject({ code: 0 });
    expect(drained.stdout).toMatch(/node\/worker-1 drained\n$/);
    expect((await run("get pods -l app=web -o wide --no-headers")).stdout).not.toContain("worker-1");
    expect(await run("uncordon worker-1")).toMatchObject({ stdout: "node/worker-1 uncordoned\n" });
  });
});

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const deployment = (): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
        - name: web
          image: registry.local/pause:3.10
`;
