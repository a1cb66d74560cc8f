import { defineProblem } from "../problem.ts";

/** Nothing is wrong: saying so is the right answer. */
export default defineProblem({
  id: "healthy",
  title: "Nothing is wrong",
  tags: ["healthy"],
  difficulty: () => 2,
  compose: () => [[]],
});
