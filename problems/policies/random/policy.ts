import { drawCall, propensityOf } from "../../blind/random-calls.ts";
import { definePolicy } from "../../policy.ts";

/** Reads and changes objects at random; serves as a fuzzer. */
export default definePolicy({
  id: "random",
  title: "looks and acts at random",
  degenerate: false,
  play: (situation, rng) =>
    Array.from({ length: rng.int(3, Math.min(12, situation.maxSteps)) }, (_, i) => drawCall(situation, rng.stream(`call ${i}`))),
  propensity: propensityOf,
});
