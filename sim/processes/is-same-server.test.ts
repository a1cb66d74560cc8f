import { expect, test } from "vitest";
import { isSameServer } from "./is-same-server.ts";
import type { Process } from "./process.ts";

const TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";
const start = { env: { PORT: "80" }, files: { [TOKEN]: "first", "/etc/app.json": "{}" } };
const process = { key: "shop/geo/app", startedAtMs: 5, start } as unknown as Process;
const withFiles = (files: Readonly<Record<string, string>>): Process =>
  ({ ...process, start: { ...start, files: { ...start.files, ...files } } }) as unknown as Process;

test("a process with a renewed token is the same server", () => {
  expect(isSameServer(process, withFiles({ [TOKEN]: "second" }))).toBe(true);
});

test("a process with another file of settings, another start, or none at all is not", () => {
  expect(isSameServer(process, withFiles({ "/etc/app.json": '{"port":1}' }))).toBe(false);
  expect(isSameServer(process, { ...process, startedAtMs: 6 })).toBe(false);
  expect(isSameServer(process, undefined)).toBe(false);
  expect(isSameServer(undefined, undefined)).toBe(true);
});
