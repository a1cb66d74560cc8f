import { DONE, definePolicy } from "../../policy.ts";

/** Submits the same diagnosis for every incident. */
export default definePolicy({
  id: "constant-answer",
  title: "always names the same cause",
  degenerate: true,
  play: () => [
    {
      name: "submit_diagnosis",
      arguments: { root_causes: [{ resource: "deployment/nothing", fault_type: "nonexistent image tag" }] },
    },
    DONE,
  ],
});
