import { expect, test } from "vitest";
import type { RecordedStep } from "../episode/recorded.ts";
import type { LiveCourse } from "../protocol.ts";
import { joinCourses } from "./join-courses.ts";

const stepOf = (index: number, content?: string): RecordedStep => ({
  index,
  actions: [{ kind: "text", text: `call ${index}` }],
  results: content === undefined ? [] : [{ status: "OK", content, truncated: false }],
  observation: { views: content === undefined ? [] : [{ name: "text", text: content }] },
  components: [],
  state_digest: "",
  virtual_time_ms: index,
});

const courseOf = (...steps: readonly RecordedStep[]): LiveCourse =>
  ({ row: {}, instruction: "", initial: {}, steps }) as unknown as LiveCourse;

test("results that were seen once stay, and those that nobody saw are left out", () => {
  const first = joinCourses(undefined, courseOf(stepOf(0, "a")));
  const second = joinCourses(first, courseOf(stepOf(0), stepOf(1), stepOf(2, "c")));
  expect(second.steps.map(({ results }) => results[0]?.content)).toEqual(["a", undefined, "c"]);
  expect(second.steps[0]?.observation.views[0]?.text).toBe("a");
});
