import { defineProblem } from "../problem.ts";

/** One fault on one target: every pair of the app. */
export default defineProblem({
  id: "single-fault",
  title: "One defect",
  tags: ["single-fault"],
  difficulty: ([pair]) => (pair?.visible === true ? 2 : 3),
  compose: (pairs) => pairs.map((pair) => [pair]),
});
