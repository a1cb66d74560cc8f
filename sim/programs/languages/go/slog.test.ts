import { expect, test } from "vitest";
import { slogLines } from "./slog.ts";

test("slog writes local time, the level in capitals and the message as it is", () => {
  const line = slogLines("error", 'rpc error: desc = "transport"');
  expect(line(Date.UTC(2026, 10, 25, 5, 48, 3, 123))).toBe('2026/11/25 05:48:03 ERROR rpc error: desc = "transport"');
});
