import { expect, test } from "vitest";
import {
  canonicalQuantity,
  compareQuantities,
  milliValue,
  parseQuantity,
  subtractQuantities,
  sumQuantities,
  unitValue,
} from "./quantity.ts";

test.each([
  ["1000m", "1"],
  ["1024Mi", "1Gi"],
  ["0.5", "500m"],
  ["1.5Gi", "1536Mi"],
  ["100m", "100m"],
  ["2000", "2k"],
  ["1024", "1024"],
  ["1e3", "1e3"],
  ["1500e-3", "1500e-3"],
  ["5E", "5E"],
  ["0Mi", "0"],
  ["-0.1", "-100m"],
  ["0.5Ki", "512"],
  [1, "1"],
  [0.25, "250m"],
  ["0.1Mi", "104858"],
  [".5", "500m"],
  ["1.", "1"],
  ["100Ki", "100Ki"],
])("%s is written %s", (text, expected) => {
  expect(canonicalQuantity(text)).toBe(expected);
});

test("resource lists keep thousandths", () => {
  expect(canonicalQuantity("100u", -3)).toBe("1m");
});

test.each(["", "abc", "1 Gi", "1GiB", "--1", "1mm", "."])("%o is no quantity", (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

test("equality is of amounts, not of texts", () => {
  expect(compareQuantities("1Gi", "1024Mi")).toBe(0);
  expect(compareQuantities("1G", "1Gi")).toBe(-1);
  expect(compareQuantities("2", "1900m")).toBe(1);
});

test("sums are exact and keep the family", () => {
  expect(sumQuantities(["100m", "0.9"])).toBe("1");
  expect(sumQuantities(["0", "512Mi", "512Mi"])).toBe("1Gi");
  expect(subtractQuantities("1Gi", "256Mi")).toBe("768Mi");
});

test("plain numbers round up", () => {
  expect(milliValue("0.0001")).toBe(1);
  expect(unitValue("128Mi")).toBe(134_217_728);
  expect(unitValue("100m")).toBe(1);
  expect(milliValue(undefined)).toBe(0);
});
