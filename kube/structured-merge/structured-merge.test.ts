import fc from "fast-check";
import { expect, test } from "vitest";
import { type Application, applyConfiguration } from "./apply-configuration.ts";
import { typeProblem } from "./check-type.ts";
import { compareValues } from "./compare-values.ts";
import { EMPTY_SET, type FieldSet, intersect, isEmptySet, sameSet, sortSet, subtract, unite } from "./field-set.ts";
import { decodeManagers, encodeManagers, type Managers, NO_MANAGERS, sameManagers } from "./managers.ts";
import { builtInMergeType, type MergeType } from "./merge-type.ts";
import { openApiMergeType } from "./open-api-merge-type.ts";
import { compareElements, showPath } from "./path-element.ts";
import { recordUpdate } from "./record-update.ts";
import { toFieldSet } from "./to-field-set.ts";

const schema = {
  type: "object",
  properties: {
    a: { type: "string" },
    b: { type: "string" },
    map: { type: "object", additionalProperties: { type: "string" } },
    whole: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
    set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    list: { type: "array", items: { type: "string" } },
    keyed: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", properties: { name: { type: "string" }, x: { type: "string" }, y: { type: "string" } } },
    },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};
const TYPE = openApiMergeType(schema);

const apply = (live: unknown, applied: unknown, managers: Managers, manager = "me", force = false) =>
  applyConfiguration({
    type: TYPE,
    live,
    applied,
    managers,
    by: { manager, apiVersion: "v1", subresource: undefined, time: "2026-01-01T00:00:00Z" },
    force,
    reset: EMPTY_SET,
  } satisfies Application);

const applied = (...given: Parameters<typeof apply>) => {
  const result = apply(...given);
  if (!result.ok) throw new Error(result.error.map(({ path }) => showPath(path)).join(", "));
  return result.value;
};

const word = fc.constantFrom("p", "q", "r");
const value = fc.record(
  {
    a: word,
    b: word,
    map: fc.dictionary(word, word),
    whole: fc.dictionary(word, word, { minKeys: 1 }),
    set: fc.uniqueArray(word),
    list: fc.array(word, { minLength: 1, maxLength: 2 }),
    keyed: fc.uniqueArray(fc.record({ name: word, x: word, y: word }, { requiredKeys: ["name"] }), { selector: ({ name }) => name }),
    free: fc.dictionary(word, fc.oneof(word, fc.dictionary(word, word), fc.array(word))),
  },
  { requiredKeys: [] },
);

const owned = (managers: Managers): FieldSet => [...managers.values()].reduce((all, { fields }) => unite(all, fields), EMPTY_SET);

/** Lists every path in a value, inner nodes included. */
const paths = (type: MergeType, of: unknown): FieldSet => compareValues(type, undefined, of).added;

test("applying the same configuration twice changes nothing the second time", () => {
  fc.assert(
    fc.property(value, value, (live, config) => {
      const first = applied(live, config, NO_MANAGERS, "me", true);
      const second = applied(first.value, config, first.managers);
      expect(second.value).toBe(first.value);
      expect(sameManagers(second.managers, first.managers)).toBe(true);
    }),
  );
});

test("managers of disjoint fields never conflict", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const disjoint = Object.fromEntries(Object.entries(other).filter(([key]) => !(key in one)));
      const first = applied({}, one, NO_MANAGERS, "one");
      expect(apply(first.value, disjoint, first.managers, "other").ok).toBe(true);
    }),
  );
});

test("what managers own is there", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, value, fc.boolean()), { maxLength: 6 }), (steps) => {
      let live: unknown = {};
      let managers = NO_MANAGERS;
      for (const [manager, config, isApply] of steps) {
        if (isApply) ({ value: live, managers } = applied(live, config, managers, manager, true));
        else {
          managers = recordUpdate(managers, {
            type: TYPE,
            before: live,
            after: config,
            by: { manager, operation: "Update", apiVersion: "v1", subresource: undefined, time: undefined },
            reset: EMPTY_SET,
          });
          live = config;
        }
        const present = unite(paths(TYPE, live), toFieldSet(TYPE, live));
        expect(sortSet(subtract(owned(managers), present))).toEqual({});
      }
    }),
  );
});

test("an applier that gives everything up takes away what nobody else has", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const first = applied({}, one, NO_MANAGERS, "one");
      const both = applied(first.value, other, first.managers, "other", true);
      const left = applied(both.value, {}, both.managers, "one");
      expect(sortSet(subtract(toFieldSet(TYPE, other), toFieldSet(TYPE, left.value)))).toEqual({});
      const alone = applied(first.value, {}, first.managers, "one");
      expect(isEmptySet(toFieldSet(TYPE, alone.value))).toBe(true);
    }),
  );
});

test("sets keep the laws of sets", () => {
  const set = value.map((given) => toFieldSet(TYPE, given));
  fc.assert(
    fc.property(set, set, (a, b) => {
      expect(sameSet(unite(a, b), unite(b, a))).toBe(true);
      expect(sameSet(unite(subtract(a, b), intersect(a, b)), a)).toBe(true);
      expect(isEmptySet(intersect(subtract(a, b), b))).toBe(true);
      expect(sameSet(unite(a, a), a)).toBe(true);
    }),
  );
});

test("managers are read as they were written", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const { managers } = applied(one, other, applied({}, one, NO_MANAGERS, "one").managers, "other", true);
      const read = decodeManagers(encodeManagers(managers));
      expect(read !== undefined && sameManagers(read, managers)).toBe(true);
    }),
  );
});

test("a conflict names the field and its manager, and force takes the field over", () => {
  const first = applied({}, { a: "p", keyed: [{ name: "p", x: "q" }] }, NO_MANAGERS, "one");
  const config = { a: "q", keyed: [{ name: "p", x: "r" }] };
  const refused = apply(first.value, config, first.managers, "two");
  expect(!refused.ok && refused.error.map(({ path }) => showPath(path))).toEqual([".a", '.keyed[name="p"].x']);
  const forced = applied(first.value, config, first.managers, "two", true);
  expect(forced.value).toEqual(config);
  const [one] = encodeManagers(forced.managers);
  expect(one).toMatchObject({ manager: "one", fieldsV1: { "f:keyed": { 'k:{"name":"p"}': { ".": {}, "f:name": {} } } } });
});

test("elements that only others have keep their place between those that are applied", () => {
  const live = { keyed: [{ name: "1" }, { name: "2" }, { name: "3" }] };
  const { value: merged } = applied(live, { keyed: [{ name: "3" }, { name: "1" }] }, NO_MANAGERS);
  expect((merged as typeof live).keyed.map(({ name }) => name).sort()).toEqual(["1", "2", "3"]);
  expect(applied({ set: ["p"] }, { set: ["q"] }, NO_MANAGERS).value).toEqual({ set: ["p", "q"] });
});

test("the eleventh updater makes one of the oldest two", () => {
  let managers: Managers = NO_MANAGERS;
  let before: Readonly<Record<string, unknown>> = { map: {} };
  for (let i = 0; i < 13; i++) {
    const after = { map: { ...(before["map"] as object), [`k${i}`]: "1" } };
    const time = `2026-01-01T00:00:${10 + i}Z`;
    managers = recordUpdate(managers, {
      type: TYPE,
      before,
      after,
      by: { manager: `m${i}`, operation: "Update", apiVersion: "v1", subresource: undefined, time },
      reset: EMPTY_SET,
    });
    before = after;
  }
  const entries = encodeManagers(managers);
  expect(entries).toHaveLength(10);
  expect(entries[0]).toMatchObject({ manager: "ancient-changes", time: "2026-01-01T00:00:13Z" });
});

test.each([
  [{ zzz: 1 }, ".zzz: field not declared in schema"],
  [{ a: 5 }, ".a: expected string, got &value.valueUnstructured{Value:5}"],
  [{ map: 5 }, ".map: expected map, got &{5}"],
  [{ set: ["p", "p"] }, '.set: duplicate entries for key [="p"]'],
  [{ keyed: [5] }, ".keyed: element 0: associative list with keys may not have non-map elements"],
  [
    { keyed: [{ x: "p" }] },
    '.keyed: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
  ],
  [
    { a: 5, b: true },
    "errors:\n  .a: expected string, got &value.valueUnstructured{Value:5}\n  .b: expected string, got &value.valueUnstructured{Value:true}",
  ],
])("%j does not fit, in the server's words", (given, problem) => {
  expect(typeProblem(TYPE, given)).toBe(problem);
});

test("ports are known by number and protocol, TCP where it is left out", () => {
  const type = builtInMergeType("Container") as MergeType;
  expect(sortSet(toFieldSet(type, { name: "c", ports: [{ containerPort: 80 }] }))).toEqual({
    "f:name": {},
    "f:ports": { 'k:{"containerPort":80,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} } },
  });
});

test("steps are ordered members first, then keys, then values", () => {
  const steps = ['v:"a"', "f:b", 'k:{"a":2}', "f:a", 'k:{"a":1}', "v:1"];
  expect(steps.sort(compareElements)).toEqual(["f:a", "f:b", 'k:{"a":1}', 'k:{"a":2}', "v:1", 'v:"a"']);
});
