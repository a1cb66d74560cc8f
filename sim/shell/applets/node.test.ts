import { expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { outputOf } from "../../processes/process-output.ts";
import { runInContainer } from "../run-in-container.ts";
import { createShellBed } from "../shell-bed.cases.ts";

const serving = (script: string) => createShellBed({ image: "registry.local/node:24", command: ["node", "-e", script] });
const run = ({ world, key }: ReturnType<typeof serving>, ...command: readonly string[]) =>
  runInContainer(world, key, { command, timeoutMs: 60_000 });

test.each([
  ["require('http').createServer((q,r)=>r.end('hi '+q.url+'\\n')).listen(8080)", "/a", "hi /a\n"],
  [
    'require("http").createServer((q, r) => { r.setHeader("x", "y"); r.end(`$' + "{q.method} $" + "{q.url}\\n`); }).listen(8080)",
    "/b?c",
    "GET /b?c\n",
  ],
])("the handler of %s says what is answered", (script, path, body) => {
  expect(run(serving(script), "wget", "-qO-", `http://127.0.0.1:8080${path}`)).toMatchObject({ exitCode: 0, stdout: body });
});

test.each([
  ["q.url === '/bad' ? 503 : 200", "/bad", 1],
  ["q.url === '/bad' ? 503 : 200", "/good", 0],
  ["q.url.startsWith('/bad') ? 503 : 200", "/bad/one", 1],
  ["503", "/", 1],
])("a status of %s is given", (status, path, exitCode) => {
  const server = serving(`require('http').createServer((q,s)=>{s.statusCode=${status};s.end('x')}).listen(8080)`);
  expect(run(server, "wget", "-qO-", `http://127.0.0.1:8080${path}`)).toMatchObject({ exitCode });
});

test("a server says that it listens, and a script fetches from it", () => {
  const server = serving("require('http').createServer((q,s)=>s.end('welcome')).listen(8080,()=>console.log('listening on 8080'))");
  expect(outputOf(server.world, server.key, WORLD_EPOCH_MS).map(({ text }) => text)).toEqual(["listening on 8080"]);
  const fetch = (url: string) =>
    run(server, "node", "-e", `fetch('${url}').then(r=>r.text()).then(t=>console.log(t),e=>console.log(e.cause.code))`);
  expect(fetch("http://127.0.0.1:8080/")).toMatchObject({ stdout: "welcome\n", exitCode: 0 });
  expect(fetch("http://127.0.0.1:9/")).toMatchObject({ stdout: "ECONNREFUSED\n", exitCode: 0 });
});

test("a script that takes memory without end loses its container, and others are refused", () => {
  const leak = createShellBed({
    image: "registry.local/node:24",
    command: ["node", "-e", "const a=[]; console.log('eating'); for(;;) a.push(Buffer.alloc(1048576, 1))"],
    resources: { limits: { memory: "128Mi" } },
  });
  leak.world.runUntil(WORLD_EPOCH_MS + 5000);
  expect(leak.exits).toMatchObject([{ exitCode: 137, reason: "OOMKilled" }]);
  const box = createShellBed({ image: "registry.local/node:24" });
  expect(runInContainer(box.world, box.key, { command: ["node", "-e", "console.log(1)"], timeoutMs: 1000 })).toMatchObject({ exitCode: 1 });
});
