import { expect, test } from "vitest";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { type PlacedSuspicion, READ_INTO_OTHERS, type Report, weighReport } from "./weigh-report.ts";

const claim = (text: string, sentence: number, role: PlacedSuspicion["role"] = "plain"): PlacedSuspicion => {
  const [resource = "", faultType = ""] = text.split(" ");
  const common = { component: undefined, mention: undefined, isBlamed: false, isAlternative: false, isSecond: false };
  return { claim: { resource, faultType }, sentence, role, ...common };
};

const report = (more: Partial<Report> = {}): Report => ({
  sentences: 6,
  repaired: { names: new Set(), mechanisms: new Set() },
  ...more,
});

const keptOf = (suspicions: readonly PlacedSuspicion[], rest: Report): readonly string[] =>
  weighReport(suspicions, rest).map(({ claim: { resource, faultType } }) => `${resource} ${faultType}`);

test("what stands under a cause outweighs what stands under symptoms", () => {
  const told = [claim("deployment/rate scale-to-zero", 0, "effect"), claim("service/geo service-missing", 2, "cause")];
  expect(keptOf(told, report())).toEqual(["service/geo service-missing"]);
});

test("what is repaired outweighs what is not", () => {
  const told = [claim("deployment/rate scale-to-zero", 0), claim("service/geo service-missing", 2)];
  const repaired = { names: new Set(["service/geo"]), mechanisms: new Set<string>() };
  expect(keptOf(told, report({ repaired }))).toEqual(["service/geo service-missing"]);
});

test("as many are kept as are announced, and equals of a list all", () => {
  const told = [
    claim("deployment/rate scale-to-zero", 0),
    claim("service/geo service-missing", 2),
    claim("node/a kubelet-crash", 3, "effect"),
  ];
  expect(keptOf(told, report({ causes: 2 }))).toEqual(["deployment/rate scale-to-zero", "service/geo service-missing"]);
  expect(keptOf(told, report())).toEqual(["deployment/rate scale-to-zero", "service/geo service-missing"]);
});

test("a text of two sentences says no more than it means", () => {
  const told = [claim("deployment/rate scale-to-zero", 0, "effect"), claim("service/geo service-missing", 1, "cause")];
  expect(keptOf(told, report({ sentences: 2 }))).toHaveLength(2);
});

test("mechanisms that others read like are faults that there are", async () => {
  const ids = (await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id })).map(({ id }) => id);
  expect([...READ_INTO_OTHERS].filter((id) => !ids.includes(id))).toEqual([]);
});
