import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Relations } from "./reward.ts";
import { scoreDiagnosis } from "./score-diagnosis.ts";

const relations: Relations = {
  neighbours: { "service/geo": ["deployment/geo"], "deployment/geo": ["service/geo"] },
  catalogueTypes: {
    "service-selector-mismatch": "selector-mismatch",
    "service-missing": "service-missing",
    "liveness-probe-wrong-endpoint": "liveness-probe",
    "readiness-probe-wrong-endpoint": "readiness-probe",
  },
  families: {
    "selector-mismatch": "selector",
    "service-missing": "service-missing",
    "liveness-probe": "probe",
    "readiness-probe": "probe",
  },
};

const truth = [{ resource: "service/geo", faultType: "service-selector-mismatch", catalogueType: "selector-mismatch" }];

test("the true pair scores 1, by its id and by its catalogue type", () => {
  expect(scoreDiagnosis([{ resource: "service/geo", faultType: "service-selector-mismatch" }], truth, relations)).toBe(1);
  expect(scoreDiagnosis([{ resource: "service/geo", faultType: "selector-mismatch" }], truth, relations)).toBe(1);
});

test("a near miss scores at most one half, and less than the true pair", () => {
  const place = scoreDiagnosis([{ resource: "deployment/geo", faultType: "service-selector-mismatch" }], truth, relations);
  const mechanism = scoreDiagnosis([{ resource: "service/geo", faultType: "service-missing" }], truth, relations);
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThanOrEqual(0.5);
  expect(mechanism).toBeLessThanOrEqual(0.5);
});

test("naming everything costs precision", () => {
  const spray = Array.from({ length: 19 }, (_, i) => ({ resource: `service/s${i}`, faultType: "service-selector-mismatch" }));
  expect(scoreDiagnosis([...spray, { resource: "service/geo", faultType: "service-selector-mismatch" }], truth, relations)).toBeLessThan(
    0.1,
  );
});

test("who names everything has named nothing", () => {
  const claims = (...names: readonly string[]) =>
    names.map((name) => ({ resource: `service/${name}`, faultType: "service-selector-mismatch" }));
  const appOf = (...names: readonly string[]) => ({
    ...relations,
    componentOf: Object.fromEntries(names.flatMap((name) => [`service/${name}`, `deployment/${name}`].map((resource) => [resource, name]))),
  });
  expect(scoreDiagnosis(claims("geo"), truth, appOf("geo"))).toBe(1);
  expect(scoreDiagnosis(claims("geo", "rate"), truth, appOf("geo", "rate"))).toBe(0);
  expect(scoreDiagnosis(claims("geo", "rate"), truth, appOf("geo", "rate", "user"))).toBeCloseTo(2 / 3, 9);
  expect(scoreDiagnosis(claims("geo", "rate", "user"), truth, appOf("geo", "rate", "user"))).toBe(0);
  expect(scoreDiagnosis(claims("geo", "rate", "user"), truth, appOf("geo", "rate", "user", "search"))).toBe(0);
  expect(scoreDiagnosis(claims("geo", "a", "b", "c", "d", "e"), truth, relations)).toBe(0);
  const both = [...truth, { ...truth[0], resource: "service/rate" } as (typeof truth)[number]];
  expect(scoreDiagnosis(claims("geo", "rate"), both, appOf("geo", "rate"))).toBe(1);
});

test("the empty answer is right exactly when nothing is wrong", () => {
  expect(scoreDiagnosis([], [], relations)).toBe(1);
  expect(scoreDiagnosis([], truth, relations)).toBe(0);
  expect(scoreDiagnosis([{ resource: "service/geo", faultType: "service-missing" }], [], relations)).toBe(0);
});

test("the score lies in 0..1 whatever is claimed and does not depend on the order", () => {
  const pair = fc.record({
    resource: fc.constantFrom("service/geo", "deployment/geo", "service/rate"),
    faultType: fc.constantFrom("service-missing", "service-selector-mismatch", "nonsense"),
  });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), (claims) => {
      const score = scoreDiagnosis(claims, truth, relations);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(scoreDiagnosis([...claims].reverse(), truth, relations)).toBeCloseTo(score, 12);
    }),
  );
});

describe("a defect that several resources name", () => {
  const taint = {
    resource: "node/*",
    faultType: "taint-untolerated",
    catalogueType: "taint",
    alsoNamed: ["node/worker-1", "node/worker-2", "deployment/geo"],
  };
  const claims = (...resources: readonly string[]) => resources.map((resource) => ({ resource, faultType: "taint-untolerated" }));

  test.each([
    [["node/*"]],
    [["node/worker-2"]],
    [["deployment/geo"]],
    [["node/worker-1", "node/worker-2"]],
    [["node/*", "deployment/geo"]],
  ])("is found by %j, as one claim", (resources) => {
    expect(scoreDiagnosis(claims(...resources), [taint], relations)).toBe(1);
  });

  test("is not found by one of them with another mechanism, nor by others", () => {
    expect(scoreDiagnosis([{ resource: "node/worker-1", faultType: "kubelet-crash" }], [taint], relations)).toBe(0);
    expect(scoreDiagnosis(claims("node/worker-9"), [taint], relations)).toBeLessThanOrEqual(0.5);
    expect(scoreDiagnosis(claims("node/*", "node/worker-9"), [taint], relations)).toBeLessThan(0.7);
  });

  test("does not take a resource from another fault on it", () => {
    const both = [{ resource: "deployment/geo", faultType: "scale-to-zero", catalogueType: "scale-to-zero" }, taint];
    const right = [...claims("node/worker-1"), { resource: "deployment/geo", faultType: "scale-to-zero" }];
    expect(scoreDiagnosis(right, both, relations)).toBe(1);
    expect(scoreDiagnosis([...claims("deployment/geo"), { resource: "deployment/geo", faultType: "scale-to-zero" }], both, relations)).toBe(
      1,
    );
  });
});

test("faults of one type are one mechanism by each of their ids, also where a resource has several names", () => {
  const alike: Relations = {
    neighbours: {},
    catalogueTypes: { "dns-name": "dns-override", "dns-zone": "dns-override", "dns-override": "dns-override" },
    families: { "dns-override": "name-resolution" },
  };
  const zone = { faultType: "dns-zone", catalogueType: "dns-override" };
  const denied = [{ resource: "configmap/kube-system/coredns", ...zone, alsoNamed: ["deployment/coredns"] }];
  for (const { resource } of [...denied, { resource: "deployment/coredns" }])
    for (const faultType of ["dns-name", "dns-zone", "dns-override"])
      expect(scoreDiagnosis([{ resource, faultType }], denied, alike)).toBe(1);
});

test("of a type whose faults are told apart the type means any, and another fault is a near miss", () => {
  const apart: Relations = {
    neighbours: {},
    catalogueTypes: { "flag-ad": "feature-flag", "flag-cart": "feature-flag", "feature-flag": "feature-flag" },
    families: { "feature-flag": "feature-flag" },
    toldApart: ["feature-flag"],
  };
  const on = [{ resource: "configmap/flags", faultType: "flag-cart", catalogueType: "feature-flag" }];
  const scoreOf = (faultType: string): number => scoreDiagnosis([{ resource: "configmap/flags", faultType }], on, apart);
  expect([scoreOf("flag-cart"), scoreOf("feature-flag")]).toEqual([1, 1]);
  expect(scoreOf("flag-ad")).toBeLessThanOrEqual(0.5);
});
