import { describe, expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { putObject } from "../../apiserver/store/store.ts";
import { answerAsProgram } from "../../flow/answer-as-program.ts";
import { flowTimers } from "../../flow/flow-timers.ts";
import { World } from "../../kernel/world.ts";
import { httpGet } from "../../network/http/http-get.ts";
import { networkObservers } from "../../network/network-revision.ts";
import type { ProcessExit, ProcessStart } from "../../processes/process.ts";
import { outputOf } from "../../processes/process-output.ts";
import { startProcess } from "../runtime/process-host.ts";
import { appTimers } from "../runtime/process-timers.ts";

const createFixture = () => {
  const exits: (ProcessExit & { readonly atMs: number })[] = [];
  const timers = {
    ...appTimers,
    ...flowTimers,
    "kubelet/container-exited": (world: World, _key: string, exit: unknown) =>
      void exits.push({ ...(exit as ProcessExit), atMs: world.nowMs() - WORLD_EPOCH_MS }),
  };
  const world = new World({ timers, observers: networkObservers, config: { answerHttp: answerAsProgram } }, "1", WORLD_EPOCH_MS);
  return { world, exits };
};

const run = (world: World, container: Partial<Container>, more: Partial<ProcessStart> = {}, name = "web") => {
  const full: Container = { name: "c", image: "busybox:1.36", ...container };
  const pod = putObject(world, "pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "t", uid: `u-${name}` },
    spec: { containers: [full] },
    status: { phase: "Running", podIP: name === "web" ? "10.244.1.5" : "10.244.1.6" },
  } as Pod);
  return startProcess(world, {
    key: `t/${name}/c`,
    pod,
    container: full,
    isInit: false,
    restartCount: 0,
    env: {},
    files: {},
    volumes: {},
    ...more,
  });
};
const output = (world: World, name = "web") => outputOf(world, `t/${name}/c`, WORLD_EPOCH_MS).map(({ text }) => text);
const script = (text: string) => ({ command: ["sh", "-c", text] });

describe("scripts", () => {
  test.each([
    ["echo run; exit 1", ["run"], 1, 0],
    ["sleep 5; echo last; exit 2", ["last"], 2, 5000],
    ["i=1; while [ $i -le 3 ]; do echo one line $i; i=$((i+1)); done; sleep 1", ["one line 1", "one line 2", "one line 3"], 0, 1000],
    ["echo a && false || echo b", ["a", "b"], 0, 0],
    ["true && echo yes || echo no", ["yes"], 0, 0],
    ["if [ -f /none ]; then echo there; elif true; then echo elif; else echo else; fi", ["elif"], 0, 0],
    ["for x in a b; do echo $x; done", ["a", "b"], 0, 0],
    ["echo hi > /tmp/x; cat /tmp/x; rm /tmp/x; cat /tmp/x", ["hi", "cat: can't open '/tmp/x': No such file or directory"], 1, 0],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    ['X="a b"; echo "$X" ${Y:-none} \'$X\' $(echo sub) | grep a', ["a b none $X sub"], 0, 0],
    ["until nslookup nosuch; do sleep 2; done", undefined, undefined, undefined],
    ["nope --x", ["sh: nope: not found"], 127, 0],
    ["echo oops >&2; exec false", ["oops"], 1, 0],
    ["! true; echo $?", ["1"], 0, 0],
    ["while true; do echo x; done done", ['sh: syntax error: unexpected "done"'], 2, 0],
    ["trap '' TERM; (echo in) ; { echo group; }", ["in", "group"], 0, 0],
  ])("%s", (text, lines, exitCode, afterMs) => {
    const { world, exits } = createFixture();
    expect(run(world, script(text))).toEqual({ ok: true });
    world.runUntil(WORLD_EPOCH_MS + 10_000);
    if (lines === undefined) {
      expect(exits).toEqual([]);
      expect(output(world).filter((line) => line === "Server:\t\t172.18.0.1" || line.startsWith("Server:")).length).toBe(6);
      return;
    }
    expect(output(world)).toEqual(lines);
    expect(exits[0]).toMatchObject({ exitCode, atMs: afterMs, reason: exitCode === 0 ? "Completed" : "Error" });
  });

  test("a script in the middle of its sleep goes on in a fork", () => {
    const { world, exits } = createFixture();
    run(world, script("n=1; sleep 10; echo $n; exit 7"));
    world.runUntil(WORLD_EPOCH_MS + 5000);
    const fork = world.fork();
    fork.runUntil(WORLD_EPOCH_MS + 20_000);
    expect(output(fork)).toEqual(["1"]);
    expect(output(world)).toEqual([]);
    expect(exits).toHaveLength(1);
  });
});

describe("servers", () => {
  const get = (world: World, port: number, path: string) =>
    httpGet(world, { namespace: "t", labels: {} }, { host: "10.244.1.5", port, method: "GET", path, timeoutMs: 1000 });

  test("httpd serves what is mounted, and what a script wrote", () => {
    const { world } = createFixture();
    run(world, script("mkdir -p /www; echo ok > /www/ready; httpd -f -p 8080 -h /www"), { files: { "/www/index.html": "hello" } });
    world.runUntil(WORLD_EPOCH_MS + 10);
    expect(get(world, 8080, "/")).toMatchObject({ status: 200, body: "hello" });
    expect(get(world, 8080, "/ready")).toMatchObject({ status: 200, body: "ok\n" });
    expect(get(world, 8080, "/none")).toMatchObject({ status: 404 });
    expect(get(world, 80, "/")).toMatchObject({ kind: "refused", detail: "10.244.1.5:80" });
  });
  test("a loop around nc answers what it is fed", () => {
    const { world } = createFixture();
    run(world, script("while true; do printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nhi' | nc -l -p 9000; done"));
    world.runUntil(WORLD_EPOCH_MS + 10);
    expect(get(world, 9000, "/")).toMatchObject({ kind: "response", status: 200, body: "hi" });
  });
  test("httpd that goes to the background ends a container that does nothing else", () => {
    const { world, exits } = createFixture();
    run(world, { command: ["httpd", "-p", "8080"] });
    world.runUntil(WORLD_EPOCH_MS + 10);
    expect(exits).toMatchObject([{ exitCode: 0, reason: "Completed" }]);
  });
  test("wget meets what it asks for", () => {
    const { world } = createFixture();
    run(world, { command: ["httpd", "-f", "-p", "8080", "-h", "/www"] }, { files: { "/www/index.html": "hello\n" } });
    world.runUntil(WORLD_EPOCH_MS + 10);
    run(world, script("wget -q -O- http://10.244.1.5:8080/; wget -q -O- http://10.244.1.5:8081/; wget -qO- 10.244.1.5:8080/x"), {}, "cli");
    world.runUntil(WORLD_EPOCH_MS + 1000);
    expect(outputOf(world, "t/cli/c", WORLD_EPOCH_MS + 10).map(({ text }) => text)).toEqual([
      "hello",
      "wget: can't connect to remote host (10.244.1.5): Connection refused",
      "wget: server returned error: HTTP/1.1 404 Not Found",
    ]);
  });
});

describe("commands that cannot run", () => {
  const refusal = (container: Partial<Container>) => run(createFixture().world, container);
  test("runc says which word it did not find", () => {
    expect(refusal({ command: ["geo"] })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^failed to create containerd task: .*exec: "geo": executable file not found in \$PATH: unknown$/),
    });
    expect(refusal({ command: ["/bin/nope"] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('exec: "/bin/nope": stat /bin/nope: no such file or directory: unknown'),
    });
  });
  test("a limit that is too small for the runtime itself kills its first step", () => {
    expect(refusal({ command: ["true"], resources: { limits: { memory: "1Mi" } } })).toMatchObject({
      ok: false,
      message: expect.stringContaining("container init was OOM-killed"),
    });
  });
});
