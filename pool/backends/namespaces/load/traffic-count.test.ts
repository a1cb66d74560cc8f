import { expect, test } from "vitest";
import { createTrafficCount } from "./traffic-count.ts";

test("requests are counted in the second in which they began, whenever they end", () => {
  const count = createTrafficCount();
  count.add(10_900, false);
  count.add(12_100, true);
  count.add(10_100, true);
  expect(count.between(10_000, 11_000)).toEqual({ requests: 2, errors: 1 });
  expect(count.between(10_000, Number.POSITIVE_INFINITY)).toEqual({ requests: 3, errors: 2 });
  expect(count.between(0, 10_000)).toEqual({ requests: 0, errors: 0 });
});
