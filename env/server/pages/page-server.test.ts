import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { loadAssets } from "./load-assets.ts";
import { type AnswerPage, openPageServer, type PageServer } from "./page-server.ts";

const ASSETS = new Map([["index.html", { type: "text/html; charset=utf-8", body: Buffer.from("<!doctype html>") }]]);
let server: PageServer | undefined;
afterEach(async () => await server?.close());

const open = async (answer: AnswerPage = async () => undefined): Promise<void> => {
  server = await openPageServer("127.0.0.1", 0, ASSETS, answer);
};

/** Asks as no library would, which all mend the path. */
const ask = async (path: string, { method = "GET", ...headers }: Readonly<Record<string, string>> = {}) => {
  const [host, port] = (server?.address ?? "").split(":");
  return await new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request({ host, port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.once("error", reject).end();
  });
};

test("nothing but what is named is served, by whatever path it is asked for", async () => {
  await open();
  expect((await ask("/")).body).toBe("<!doctype html>");
  for (const path of [
    "/../package.json",
    "/%2e%2e/package.json",
    "//etc/passwd",
    "/package.json",
    "/__proto__",
    "/constructor",
    "/api/../index.html",
  ])
    expect((await ask(path)).status, path).toBe(404);
  expect((await ask("/", { method: "POST" })).status).toBe(405);
  expect(await ask("/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

test("answers run no scripts of others, and are read by no other page", async () => {
  await open(async () => ({ body: { text: "<script>alert(1)</script>" } }));
  for (const path of ["/", "/api/x", "/nothing"]) {
    const { headers } = await ask(path);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" });
  }
  expect((await ask("/api/x")).headers["content-type"]).toBe("application/json; charset=utf-8");
});

test("a page of somebody else gets nothing, neither under a name of its own nor from its own place", async () => {
  await open(async () => ({ body: { secret: 1 } }));
  expect((await ask("/api/x", { host: "rebound.example:80" })).status).toBe(403);
  expect((await ask("/api/x", { host: "localhost.evil.example" })).status).toBe(403);
  expect((await ask("/api/x", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await ask("/api/x", { "sec-fetch-site": "same-origin" })).status).toBe(200);
  expect((await ask("/api/x", { host: "localhost:1" })).status).toBe(200);
});

test("a failure is an answer, and the server goes on", async () => {
  await open(async ([what]) => {
    if (what === "bad") throw new Error("the file is gone");
    return { body: { what } };
  });
  expect(await ask("/api/bad")).toMatchObject({ status: 500, body: '{"error":"the file is gone"}' });
  expect((await ask("/api/good/1")).body).toBe('{"what":"good"}');
});

test("the pages and their libraries are less than 400 KB, and name no other host", async () => {
  const assets = await loadAssets();
  expect([...assets.keys()].sort()).toEqual(["app.css", "app.js", "icon.svg", "index.html"]);
  const bytes = [...assets.values()].reduce((sum, { body }) => sum + body.length, 0);
  expect(bytes).toBeLessThan(400_000);
  expect(assets.get("app.js")!.body.length).toBeGreaterThan(50_000);
  const hosts = [...assets.values()].flatMap(({ body }) => body.toString().match(/https?:\/\/[\w.-]+/g) ?? []);
  // Names of XML vocabularies are no addresses.
  expect(hosts.filter((url) => !url.startsWith("http://www.w3.org"))).toEqual([]);
});
