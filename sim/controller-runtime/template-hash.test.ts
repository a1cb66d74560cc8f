import { expect, test } from "vitest";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import { templateHash } from "./template-hash.ts";
import recorded from "./testdata/hashed-templates.json" with { type: "json" };

test.each(recorded)("a template is called $hash here as on a real cluster", ({ hash, template }) => {
  expect(templateHash(template as unknown as PodTemplateSpec, undefined)).toBe(hash);
});

test("a collision makes another name of the same template", () => {
  const template = recorded[0]?.template as unknown as PodTemplateSpec;
  const names = [undefined, 0, 1, 2].map((count) => templateHash(template, count));
  expect(new Set(names).size).toBe(4);
  expect(names.every((name) => /^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/.test(name))).toBe(true);
});
