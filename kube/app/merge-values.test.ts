import { expect, test } from "vitest";
import type { ChartValues } from "./manifest-values.ts";
import { mergeValues } from "./merge-values.ts";

const VALUES: ChartValues = {
  labelKey: "app",
  resources: { requests: { cpu: "100m", memory: "32Mi" }, limits: { cpu: "1" } },
  components: [{ name: "web", image: "web:1" }],
};

test("maps are joined, and what both have is taken from above", () => {
  expect(mergeValues(VALUES, { resources: { requests: { cpu: "5m" } } }).resources).toEqual({
    requests: { cpu: "5m", memory: "32Mi" },
    limits: { cpu: "1" },
  });
});

test("lists are replaced as a whole", () => {
  const components = [{ name: "other", image: "other:2" }];
  expect(mergeValues(VALUES, { components }).components).toEqual(components);
});

test("a null takes away what is there", () => {
  expect(mergeValues(VALUES, { resources: null } as unknown as Partial<ChartValues>)).not.toHaveProperty("resources");
});
