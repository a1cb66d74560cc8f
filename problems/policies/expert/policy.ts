import { definePolicy } from "../../policy.ts";

/** Submits the true diagnosis and runs the injectors' own repair. */
export default definePolicy({
  id: "expert",
  title: "diagnoses and repairs",
  degenerate: false,
  play: ({ solution }) => solution,
});
