import { expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { outputOf } from "../../apps/runtime/process-output.ts";
import { runInContainer } from "../run-in-container.ts";
import { createShellBed } from "../shell-bed.cases.ts";

const bed = createShellBed({ image: "registry.local/node:24" });
const node = (script: string) => runInContainer(bed.world, bed.key, { command: ["node", "-e", script], timeoutMs: 60_000 });

test.each([
  ['console.log("hi", 1, [1, "a"], { a: 1, b: "x" })', "hi 1 [ 1, 'a' ] { a: 1, b: 'x' }\n", 0],
  ["let n = 0; const t = setInterval(() => { console.log(++n); if (n === 3) clearInterval(t); }, 50)", "1\n2\n3\n", 0],
  ["const { a, ...r } = { a: 1, b: 2 }; console.log(a, r)", "1 { b: 2 }\n", 0],
  ["try { null.x } catch (e) { console.log(e.message) }", "Cannot read properties of null (reading 'x')\n", 0],
  ["(async () => { await new Promise((r) => setTimeout(r, 20)); console.log('async'); })()", "async\n", 0],
  ["process.on('exit', (code) => console.log('bye', code)); process.exit(3)", "bye 3\n", 3],
  ["for (let i = 0; i < 3; i++) setTimeout(() => console.log(i))", "0\n1\n2\n", 0],
  ["fetch('http://127.0.0.1:9/').catch((e) => console.log(e.cause.code))", "ECONNREFUSED\n", 0],
  ["console.log(({}).constructor, [].constructor, (() => 1).constructor)", "undefined undefined undefined\n", 0],
])("%s", (script, stdout, exitCode) => expect(node(script)).toMatchObject({ kind: "exited", exitCode, stdout }));

test("what a script throws ends it with its words", () => {
  expect(node("boom()")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("ReferenceError: boom is not defined") });
  expect(node("(")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("SyntaxError") });
});

test("a loop without end spins until it is stopped", () => {
  expect(node("while (true) {}")).toMatchObject({ kind: "timed-out" });
});

const SERVER = `let n = 0;
require("http").createServer((q, s) => {
  n++;
  if (q.url === "/slow") return setTimeout(() => s.end("slow"), 2000);
  s.statusCode = q.url === "/bad" ? 503 : 200;
  s.end("welcome " + n + "\\n");
}).listen(8080, () => console.log("listening"));
process.on("SIGTERM", () => { console.log("bye"); process.exit(0); });`;

test("a server answers, late too, and every fork goes its own way", () => {
  const server = createShellBed({ image: "registry.local/node:24", command: ["node", "-e", SERVER.replaceAll("\\\\n", "\\n")] });
  const get = (path: string, world = server.world) =>
    runInContainer(world, server.key, { command: ["wget", "-qO-", `http://127.0.0.1:8080${path}`], timeoutMs: 10_000 });
  expect(outputOf(server.world, server.key, WORLD_EPOCH_MS).map(({ text }) => text)).toEqual(["listening"]);
  expect(get("/")).toMatchObject({ stdout: "welcome 1\n" });
  const fork = server.world.fork();
  expect(get("/bad")).toMatchObject({ exitCode: 1, stderr: "wget: server returned error: HTTP/1.1 503 Service Unavailable\n" });
  expect(get("/")).toMatchObject({ stdout: "welcome 3\n" });
  expect(get("/", fork)).toMatchObject({ stdout: "welcome 2\n" });
  expect(get("/slow")).toMatchObject({ stdout: "slow", tookMs: 2000 });
});

test("memory that is asked for is taken, and too much of it ends the container", () => {
  const leak = createShellBed({
    image: "registry.local/node:24",
    command: ["node", "-e", "const kept = []; setInterval(() => kept.push(Buffer.alloc(10 << 20)), 100)"],
    resources: { limits: { memory: "128Mi" } },
  });
  leak.world.runUntil(WORLD_EPOCH_MS + 5000);
  expect(leak.exits).toMatchObject([{ exitCode: 137, reason: "OOMKilled" }]);
});
