import { expect, test } from "vitest";
import { DrillError } from "./drill-error.ts";
import { ERROR_CODES, isErrorCode } from "./error-codes.ts";

test("a message says what happened and what to do", () => {
  expect(new DrillError("STEP_INDEX_GAP", "step_index is 4; the next is 2").message).toBe(
    "step_index is 4; the next is 2. Send the step that next_step_index names.",
  );
});

test("from wraps what is foreign and passes what is ours", () => {
  const foreign = DrillError.from(new TypeError("x"), { boundary: "pool.lease", fallback: "BACKEND_DOWN" });
  expect(foreign.code).toBe("BACKEND_DOWN");
  expect(foreign.cause).toBeInstanceOf(TypeError);
  expect(foreign.message).not.toContain("x.");
  expect(DrillError.from(foreign, { boundary: "rpc", fallback: "BUG" })).toBe(foreign);
});

test("an error survives the way through plain data, without its cause", () => {
  const error = new DrillError("POOL_FULL", "64 of 64 slots are leased", {
    retryAfterMs: 40,
    metadata: { slots: "64" },
    cause: new Error("inner"),
  });
  const copy = DrillError.fromData(JSON.parse(JSON.stringify(error.toData())));
  expect([copy.code, copy.message, copy.metadata, copy.retryAfterMs]).toEqual([error.code, error.message, error.metadata, 40]);
  expect(copy.cause).toBeUndefined();
});

test("every code has an advice that is a sentence", () => {
  for (const row of Object.values(ERROR_CODES)) expect(row.message).toMatch(/^[A-Z].*\.$/);
  expect(isErrorCode("SLOT_LOST")).toBe(true);
  expect(isErrorCode("toString")).toBe(false);
});
