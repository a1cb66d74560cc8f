import { expect, test } from "vitest";
import { kubectl } from "#core/tool-call.ts";
import { hintsOf } from "./hints.ts";

const diagnosis = (...causes: readonly (readonly [string, string])[]) => ({
  name: "submit_diagnosis",
  arguments: { root_causes: causes.map(([resource, fault_type]) => ({ resource, fault_type })) },
});

test("hints go from how many to the repair, and only the last ones name the object and the defect", () => {
  const hints = hintsOf([diagnosis(["service/geo", "service-missing"]), kubectl("expose deployment geo")]);
  expect(hints).toHaveLength(5);
  expect(hints.slice(0, 2).join()).not.toMatch(/geo|missing/);
  expect(hints[2]).toContain("service/geo");
  expect(hints[3]).toContain("service-missing");
  expect(hints[4]).toContain("kubectl expose deployment geo");
});

test("two root causes are counted, and a healthy incident says that nothing is wrong", () => {
  expect(hintsOf([diagnosis(["service/a", "x"], ["configmap/b", "y"])])[0]).toBe("There are 2 root causes.");
  expect(hintsOf([diagnosis()]).at(-1)).toContain("nothing is wrong");
});
