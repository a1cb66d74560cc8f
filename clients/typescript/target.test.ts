import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connect } from "./index.ts";
import { checkTarget, isLocal } from "./target.ts";

/** Addresses that both clients take and refuse. */
const { accepted, refused }: Targets = JSON.parse(readFileSync(new URL("../targets.json", import.meta.url), "utf8"));

interface Targets {
  readonly accepted: readonly { readonly target: string; readonly isLoopback: boolean }[];
  readonly refused: readonly { readonly target: string; readonly suggestion: string }[];
}

test.each(accepted)("$target is taken as it is, and known to stay here or not", ({ target, isLoopback }) => {
  expect(checkTarget(target)).toBe(target);
  expect(isLocal(target)).toBe(isLoopback);
});

test.each(refused)("$target is refused with what was meant", ({ target, suggestion }) => {
  expect(() => connect(target)).toThrow(new TypeError(`target is ${JSON.stringify(target)}; give host:port, such as ${suggestion}`));
  expect(checkTarget(suggestion)).toBe(suggestion);
});

test.each([null, 50_051, {}])("%s is no text", (target) => {
  expect(() => connect(target as never)).toThrow(/^target is .*; give host:port, such as localhost:50051$/);
});
