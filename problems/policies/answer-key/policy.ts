import { definePolicy } from "../../policy.ts";

/** Submits the true diagnosis and runs the injectors' own repair, without a look. */
export default definePolicy({
  id: "answer-key",
  title: "submits the answer and repairs at once",
  degenerate: false,
  play: ({ solution }) => solution,
});
