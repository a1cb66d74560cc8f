import { expect, test } from "vitest";
import { errorFromCall } from "./error-details.ts";

test("a call whose stream a stopping server reset may be repeated, and one that was cancelled here may not", () => {
  expect(errorFromCall(1, "Call cancelled", undefined)).toMatchObject({ code: "UNAVAILABLE", retryable: true });
  expect(errorFromCall(1, "Cancelled on client", undefined)).toMatchObject({ code: "CANCELLED", retryable: false });
});
