import { hardestOf } from "../difficulty/hardest-of.ts";
import { defineProblem } from "../problem.ts";

/** One fault on one target: every pair of the app. */
export default defineProblem({
  id: "single-fault",
  title: "One defect",
  tags: ["single-fault"],
  difficulty: hardestOf,
  compose: (pairs) => pairs.map((pair) => [pair]),
});
