import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../languages.ts";
import { statusOf } from "./status.ts";

const SPEAKERS = ["go", "java", "dotnet", "node", "python", "cpp-grpc"] as const;

describe("a status is the same whoever words it", () => {
  test.each(SPEAKERS)("%s", (language) => {
    const { calls } = LANGUAGES[language];
    const text = calls.receive?.("rpc error: code = FailedPrecondition desc = the cart is locked") ?? "";
    expect(statusOf(text)).toEqual({ code: "FAILED_PRECONDITION", detail: "the cart is locked" });
    expect(statusOf(calls.deadline).code).toBe("DEADLINE_EXCEEDED");
    expect(statusOf(calls.cutOff).code).toBe("UNAVAILABLE");
    expect(statusOf(calls.unknownMethod("Get")).code).toBe("UNIMPLEMENTED");
  });

  test("an error of another kind is an unknown one", () => {
    expect(statusOf("pq: deadlock detected")).toEqual({ code: "UNKNOWN", detail: "pq: deadlock detected" });
    expect(statusOf("TypeError: fetch failed")).toEqual({ code: "UNKNOWN", detail: "TypeError: fetch failed" });
  });
});

test("every language tells a refused connection by its address, and a name that nobody knows by the name", () => {
  for (const [language, { calls }] of Object.entries(LANGUAGES)) {
    const target = { host: "carts", port: 8080 };
    const refused = calls.dialFailed({ kind: "refused", address: "10.96.0.7:8080" }, target);
    expect(refused, language).toMatch(/10\.96\.0\.7:8080|carts|delayed connect error: 111/);
    const unknown = calls.dialFailed({ kind: "no-such-host", host: "carts" }, target);
    expect(unknown, language).toMatch(/carts|no healthy upstream/);
    expect(unknown, language).not.toBe(refused);
  }
});
