import { expect, test } from "vitest";
import { textInVariables } from "./component-program.ts";

const ENV: Readonly<Record<string, string>> = {
  WEB_HOST: "web",
  WEB_PORT: "8080",
  DATABASE: "postgres://reader:secret@db/items?sslmode=disable",
};
const read = (source: Parameters<typeof textInVariables>[1]) => textInVariables((name) => ENV[name], source);

test("a variable is its text, and none is nothing", () => {
  expect(read({ env: "WEB_HOST" })).toBe("web");
  expect(read({ env: "GONE" })).toBeUndefined();
  expect(read({})).toBeUndefined();
});

test("a host and a port in two variables are one address; without the port it has none", () => {
  expect(read({ env: "WEB_HOST", portEnv: "WEB_PORT" })).toBe("web:8080");
  expect(read({ env: "WEB_HOST", portEnv: "GONE" })).toBe("web:");
});

test("a pattern finds a part of a variable, unless it is for a file", () => {
  expect(read({ env: "DATABASE", pattern: "@([^/]+)" })).toBe("db");
  expect(read({ env: "DATABASE", pattern: "#(.*)" })).toBeUndefined();
  expect(read({ env: "WEB_HOST", file: "/etc/web.conf", pattern: "host=(.*)" })).toBe("web");
});
