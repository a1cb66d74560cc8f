import type { LiveCourse } from "../protocol.ts";

/** Joins a course with one that was read before: a server keeps the results of many steps and not of all, and earlier ones were seen then. */
export const joinCourses = (before: LiveCourse | undefined, now: LiveCourse): LiveCourse => {
  if (before === undefined) return now;
  return {
    ...now,
    steps: now.steps.map((step, i) => {
      const known = before.steps[i];
      return step.results.length === 0 && known !== undefined ? { ...step, results: known.results, observation: known.observation } : step;
    }),
  };
};
