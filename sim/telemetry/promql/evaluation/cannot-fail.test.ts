import { expect, test } from "vitest";
import { parse } from "../syntax/parse.ts";
import { cannotFail } from "./cannot-fail.ts";

test.each(["x", "x > 0", "sum by (a) (rate(x[5m]))", '(count({__name__="x", a="b"}))', "1"])(
  "%s has a value whatever the data are",
  (query) => {
    expect(cannotFail(parse(query))).toBe(true);
  },
);

test.each(['{a="b"}', "x + y", "x * 2", "x > y", 'rate({a="b"}[5m])', 'label_replace(x, "a", "b", "c", "d")', "topk(1, x)", "-x"])(
  "%s may end in two elements of one name",
  (query) => {
    expect(cannotFail(parse(query))).toBe(false);
  },
);
