import { expect, test } from "vitest";
import { listenPort, withListenPort } from "./listen-port.ts";

test.each([
  ["12345", 12345],
  [":12345", 12345],
  ["0.0.0.0:12345", 12345],
  ["", 0],
  ["0.0.0.0", 0],
  ["tcp://10.96.0.7:80", 0],
  ["http", 0],
])("a server with the setting %j listens on port %d", (setting, port) => {
  expect(listenPort(setting)).toBe(port);
});

test("another port leaves the address before it", () => {
  expect(withListenPort("0.0.0.0:12345", 8080)).toBe("0.0.0.0:8080");
  expect(withListenPort("12345", 8080)).toBe("8080");
});
