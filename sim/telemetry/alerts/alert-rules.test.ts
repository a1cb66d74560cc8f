import { expect, test } from "vitest";
import { alertRules } from "./alert-rules.ts";

const rateRule = (namespaces: readonly string[], loads: Readonly<Record<string, number>>) =>
  alertRules(namespaces, new Map(Object.entries(loads))).find(({ name }) => name === "HighRequestRate");

test("many requests are unusual where users send a hundred a second, and not where they send thousands", () => {
  expect(rateRule(["shop"], { shop: 100 })?.query).toContain('namespace=~"shop"');
  expect(rateRule(["shop"], { shop: 3000 })).toBeUndefined();
  expect(rateRule(["shop", "travel"], { shop: 100, travel: 3000 })?.query).toContain('namespace=~"shop"');
  expect(rateRule(["shop", "other"], { shop: 100 })?.query).toContain('namespace=~"shop|other"');
});
