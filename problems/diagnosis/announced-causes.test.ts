import { expect, test } from "vitest";
import { announcedCauses } from "./announced-causes.ts";

test.each([
  ["there are two independent faults. the first is in geo", 2],
  ["both root causes have to be repaired", 2],
  ["three problems overlap", 3],
  ["fault a: geo has no replicas\nfault b: rate has none", 2],
  ["the service is gone. independently of that, the secret is missing", 2],
])("a text tells how many causes it has: %s", (text, causes) => expect(announcedCauses(text)).toBe(causes));

test.each(["two pods of geo are pending", "geo has 0 replicas", "the second replica is ready"])(
  "a number of other things is none: %s",
  (text) => expect(announcedCauses(text)).toBeUndefined(),
);
