import { expect, test } from "vitest";
import { LinearExpression } from "./linear-expression.ts";
import { spendFrom } from "./work-budget.ts";

const LONG = `${"ab ".repeat(2_000)}key=value; other=thing`;

test.each([
  ["(\\w+)=(\\w+)", ""],
  ["(\\w+)=(\\w+)", "g"],
  ["A.*B", "i"],
  ["b? *", "g"],
  ["x*", "g"],
  ["^a.*g$", ""],
  ["(?:^|;) *other=(.*)", ""],
  ["(?<!\\w)(?:key|k.*y)(?!\\w)", ""],
])("%s with the flags %o finds in a long text what a backtracking engine finds", (source, flags) => {
  const [linear, native] = [new LinearExpression(source, flags), new RegExp(source, flags)];
  const replaced = (expression: RegExp): string => LONG.replace(expression, (...match) => `<${match.slice(0, -2).join("|")}>`);
  expect(replaced(linear) === replaced(native)).toBe(true);
  expect(linear.test(LONG)).toBe(native.test(LONG));
  expect(LONG.split(linear).join("|") === LONG.split(native).join("|")).toBe(true);
});

test("an expression with many ways to divide a text ends on a long one", () => {
  const text = "a".repeat(20_000);
  expect(new LinearExpression("a*a*a*a*a*b").test(text)).toBe(false);
  expect(new LinearExpression("^.*.*.*.*$").exec(text)?.[0]).toBe(text);
});

test("a reference to a group is followed in short texts alone", () => {
  const expression = new LinearExpression("(a+)-\\1$");
  expect(expression.test("aa-aa")).toBe(true);
  expect(expression.test(`${"b".repeat(20_000)}aa-aa`)).toBe(false);
});

test("a long text costs four times as much where groups have to be told", () => {
  const costOf = (source: string): number => {
    const budget = { left: 1e9 };
    spendFrom(budget, () => new LinearExpression(source).exec("a1".repeat(10_000)));
    return 1e9 - budget.left;
  };
  expect(costOf("(a|1)*x?") / costOf("(?:a|1)*x?")).toBeCloseTo(4, 1);
});
