import { definePolicy } from "../../policy.ts";

/** Knows the answer: diagnoses, repairs as an agent would, and says so. */
export default definePolicy({
  id: "expert",
  title: "diagnoses and repairs",
  degenerate: false,
  play: ({ solution }) => solution,
});
