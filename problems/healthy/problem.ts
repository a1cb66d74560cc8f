import { defineProblem } from "../problem.ts";

/** A healthy world: the right answer is that nothing is wrong. */
export default defineProblem({
  id: "healthy",
  title: "Nothing is wrong",
  tags: ["healthy"],
  difficulty: () => 2,
  compose: () => [[]],
});
