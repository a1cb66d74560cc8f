import { expect, test } from "vitest";
import { digestJson } from "#core/digest.ts";
import { FAMILY_SPLITS } from "./family-splits.ts";
import { splitOf, splitOfFamily } from "./split-of.ts";

const FAMILIES = Object.keys(FAMILY_SPLITS);
const STRICTNESS = { train: 0, eval: 1, holdout: 2 };

const member = (family: string, target: string, faultId = family) => ({ app: "hotel-reservation", faultId, family, target });

test("rows of the table of families that were released stay as they are", () => {
  const released = Object.entries(FAMILY_SPLITS).slice(0, RELEASED_ROWS.count);
  expect(digestJson(released)).toBe(RELEASED_ROWS.digest);
});

/** Rows at the last release, in their order; raised by a release, never lowered. */
const RELEASED_ROWS = { count: 15, digest: "sha256:bfb743f0baab07e70bb17ca2caaf138a5573ab02b470f52135979745fb2ea702" };

test("families that nobody listed are dealt by their own names, in about the shares 70, 15 and 15", () => {
  const counts = { train: 0, eval: 0, holdout: 0 };
  for (let i = 0; i < 2_000; i++) counts[splitOfFamily(`family-${i}`)] += 1;
  expect(counts.train / 2_000).toBeCloseTo(0.7, 1);
  expect(counts.eval / 2_000).toBeCloseTo(0.15, 1);
  expect(counts.holdout / 2_000).toBeCloseTo(0.15, 1);
});

test("a Deployment, its Service and its store's ConfigMap are held out together", () => {
  const components = ["geo", "rate", "profile", "user", "search", "frontend", "reservation", "recommendation"];
  for (const name of components) {
    const decisions = [`deployment/${name}`, `service/${name}`, `configmap/${name}-config`, `deployment/mongodb-${name}`].map(
      (target) => splitOf([member("configmap", target)]).tag === "eval:target",
    );
    expect(new Set(decisions).size, name).toBe(1);
  }
});

test("one pair in ten of what is left for training is the test on the same distribution, whatever else there is", () => {
  const tags = Array.from({ length: 2_000 }, (_, i) => splitOf([member("selector", "service/geo", `fault-${i}`)]).tag);
  expect(tags.filter((tag) => tag === "eval:iid").length / 2_000).toBeCloseTo(0.1, 1);
});

test("a set of faults is as strict as its strictest member", () => {
  for (const a of FAMILIES) {
    for (const b of FAMILIES) {
      const [left, right] = [member(a, "deployment/geo"), member(b, "deployment/geo")];
      const alone = Math.max(STRICTNESS[splitOf([left]).split], STRICTNESS[splitOf([right]).split]);
      expect(STRICTNESS[splitOf([left, right]).split]).toBe(alone);
    }
  }
});
