import { expect, test } from "vitest";
import { runInContainer } from "../run-in-container.ts";
import { createShellBed } from "../shell-bed.cases.ts";

const bed = createShellBed({ image: "registry.local/node:24" });
const node = (script: string) => runInContainer(bed.world, bed.key, { command: ["node", "-e", script], timeoutMs: 60_000 });

test.each([
  ["class A { #n = 1; get n() { return this.#n; } up() { this.#n++; return this; } } console.log(new A().up().n)", "2\n"],
  ["class A { who() { return 'a'; } } class B extends A { who() { return super.who() + 'b'; } } console.log(new B().who())", "ab\n"],
  [
    "class E2 extends Error { constructor(m) { super(m); this.code = 7; } } try { throw new E2('x') } catch (e) { console.log(e instanceof E2, e instanceof Error, e.message, e.code) }",
    "true true x 7\n",
  ],
  [
    "class A { static #made = 0; static of() { A.#made++; return new A(); } static get made() { return A.#made; } } A.of(); A.of(); console.log(A.made)",
    "2\n",
  ],
  [
    "console.log(class A {}, new (class P { x = 1 })(), () => 1, function f() {})",
    "[class A] P { x: 1 } [Function (anonymous)] [Function: f]\n",
  ],
  ["function* g() { let i = 0; while (true) yield i++; } for (const n of g()) { if (n > 2) break; console.log(n); }", "0\n1\n2\n"],
  [
    "function* g() { const x = yield 1; console.log(x); } const i = g(); i.next(); console.log(i.next('in'))",
    "in\n{ value: undefined, done: true }\n",
  ],
  ["async function* g() { yield 1; await null; yield 2; } (async () => { for await (const n of g()) console.log(n); })()", "1\n2\n"],
  ["const o = { *[Symbol.iterator]() { yield 'a'; yield 'b'; } }; console.log([...o], Array.from(o))", "[ 'a', 'b' ] [ 'a', 'b' ]\n"],
  ["console.log(new Map([['a', { b: 1 }]]), new Set([1, 'x']))", "Map(1) { 'a' => { b: 1 } } Set(2) { 1, 'x' }\n"],
  ["console.log(2n ** 64n, typeof 1n, 'a-1-b'.replace(/(\\d)/, '<$1>'))", "18446744073709551616n bigint a-<1>-b\n"],
  [
    "const E = require('events'); class C extends E {} const c = new C(); c.once('x', (v) => console.log(v)); console.log(c.emit('x', 1), c.emit('x', 2))",
    "1\ntrue false\n",
  ],
  ["Promise.resolve().then(() => console.log('p')); process.nextTick(() => console.log('n'))", "n\np\n"],
  [
    "console.log([1, 2].constructor, ''.constructor, class {}.constructor, Symbol.constructor)",
    "undefined undefined undefined undefined\n",
  ],
])("%s", (script, stdout) => expect(node(script)).toMatchObject({ exitCode: 0, stdout }));

test.each([
  ["require('net').connect(1, '127.0.0.1').on('error', (e) => console.log(e.message, e.port))", "connect ECONNREFUSED 127.0.0.1:1 1\n"],
  ["require('dns').lookup('nope', (e) => console.log(e.code, e.message))", "ENOTFOUND getaddrinfo ENOTFOUND nope\n"],
  [
    "const p = require('path'); console.log(p.join('/a', '../b', 'c'), p.extname('q.tar.gz'), p.dirname('/x/y'), p.resolve('a'))",
    "/b/c .gz /x /a\n",
  ],
  [
    "const fs = require('fs'); fs.mkdirSync('/tmp/d/e', { recursive: true }); fs.writeFileSync('/tmp/d/e/f', 'hé'); console.log(fs.readdirSync('/tmp/d'), fs.statSync('/tmp/d/e/f').size, fs.readFileSync('/tmp/d/e/f'))",
    "[ 'e' ] 3 <Buffer 68 c3 a9>\n",
  ],
  ["require('fs').promises.readFile('/nope', 'utf8').catch((e) => console.log(e.code, e.errno))", "ENOENT -2\n"],
  [
    "console.log(Buffer.from('hi').toString('base64'), Buffer.from('aGk=', 'base64').toString(), Buffer.from('6869', 'hex') + '')",
    "aGk= hi hi\n",
  ],
])("%s", (script, stdout) => expect(node(script)).toMatchObject({ exitCode: 0, stdout }));

test("an exit code that a script sets is what its process ends with", () =>
  expect(node("process.exitCode = 3")).toMatchObject({ exitCode: 3, stderr: "" }));

test("a port that another process has is an error of the server", () => {
  const server = createShellBed({
    image: "registry.local/node:24",
    command: ["node", "-e", 'require("http").createServer().listen(8080)'],
  });
  const script = 'require("http").createServer().listen(8080).on("error", (e) => console.log(e.code, e.port))';
  expect(runInContainer(server.world, server.key, { command: ["node", "-e", script], timeoutMs: 1000 })).toMatchObject({
    stdout: "EADDRINUSE 8080\n",
  });
});

test("a file loads files beside it once", () => {
  const command = [
    "sh",
    "-c",
    `cd /tmp; echo 'console.log("load"); exports.n = 1' > m.js; echo 'console.log(require("./m").n + require("./m.js").n, __dirname)' > a.js; node a.js`,
  ];
  expect(runInContainer(bed.world, bed.key, { command, timeoutMs: 1000 })).toMatchObject({ stdout: "load\n2 /tmp\n" });
});
