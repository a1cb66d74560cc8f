import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeProtobuf } from "./decode-protobuf.ts";

const NOTHING = { apiVersion: "", kind: "" };
const text = (value: string): readonly number[] => [...new TextEncoder().encode(value)];
const field = (number: number, bytes: readonly number[]): readonly number[] => [(number << 3) | 2, bytes.length, ...bytes];
const envelope = (apiVersion: string, kind: string, message: readonly number[]): Uint8Array =>
  new Uint8Array([...text("k8s\0"), ...field(1, [...field(1, text(apiVersion)), ...field(2, text(kind))]), ...field(2, message)]);

test("an object of typed clients is read: maps, lists, inlined parts, pointers and zero values", () => {
  const metadata = [...field(1, text("web")), ...field(2, []), ...field(11, [...field(1, text("app")), ...field(2, text("x"))])];
  const volume = [...field(1, text("data")), ...field(2, field(2, []))];
  const port = [...field(1, []), 2 << 3, 0, 3 << 3, 80];
  const container = [...field(1, text("c")), ...field(6, port)];
  const spec = [...field(1, volume), ...field(2, container), 4 << 3, 0];
  expect(decodeProtobuf(envelope("v1", "Pod", [...field(1, metadata), ...field(2, spec)]), NOTHING)).toEqual({
    ok: true,
    value: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", labels: { app: "x" } },
      spec: {
        volumes: [{ name: "data", emptyDir: {} }],
        containers: [{ name: "c", ports: [{ containerPort: 80 }] }],
        terminationGracePeriodSeconds: 0,
      },
    },
  });
});

test.each([
  ["no envelope", new Uint8Array(text("{}")), "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"],
  ["cut off", envelope("v1", "Pod", field(1, text("web"))).subarray(0, -2), "unexpected EOF"],
  ["nothing behind its first bytes", new Uint8Array([0x6b, 0x38, 0x73, 0x00]), "empty body"],
  ["nothing at all", new Uint8Array(), "empty data"],
])("%s is an error in the server's words", (_case, body, error) => {
  expect(decodeProtobuf(body, NOTHING)).toEqual({ ok: false, error: { at: "envelope", text: error } });
});

/** Kubernetes' own samples, where the sources of its API are on this machine. */
const sampleFolder = (): string | undefined => {
  const modules = join(process.env["GOMODCACHE"] ?? join(homedir(), "go/pkg/mod"), "k8s.io");
  const versions = existsSync(modules) ? readdirSync(modules).filter((name) => name.startsWith("api@v0.35.")) : [];
  return versions.map((name) => join(modules, name, "testdata/HEAD")).find((folder) => existsSync(folder));
};
const samples = sampleFolder();
/** Never sent to a server. */
const NO_REQUESTS = /^(admission|apidiscovery)\.k8s\.io|WatchEvent/;

test.skipIf(samples === undefined)("Kubernetes' own samples read as their JSON twins", () => {
  const folder = samples as string;
  const names = readdirSync(folder).filter((name) => /\.v[12]\.[A-Za-z]+\.pb$/.test(name) && !NO_REQUESTS.test(name));
  expect(names.length).toBeGreaterThan(80);
  for (const name of names) {
    const decoded = decodeProtobuf(readFileSync(join(folder, name)), NOTHING);
    const twin: unknown = JSON.parse(readFileSync(join(folder, name.replace(/pb$/, "json")), "utf8"));
    expect(withoutNulls(decoded.ok ? decoded.value : decoded.error), name).toEqual(withoutNulls(twin));
  }
});

const withoutNulls = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? JSON.parse(JSON.stringify(value), (_key, member) => member ?? undefined) : value;

test("of an unknown kind only its name is read, which is refused where kinds are looked at", () => {
  expect(decodeProtobuf(envelope("v1", "Nope", []), NOTHING)).toEqual({ ok: true, value: { apiVersion: "v1", kind: "Nope" } });
});
