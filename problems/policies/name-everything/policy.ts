import { DONE, definePolicy } from "../../policy.ts";

/** Submits every component as a root cause. */
export default definePolicy({
  id: "name-everything",
  title: "names every component as the cause",
  degenerate: true,
  play: ({ app }) => [
    {
      name: "submit_diagnosis",
      arguments: {
        root_causes: app.components.map(({ name, workload }) => ({ resource: `${workload}/${name}`, fault_type: "no replicas" })),
      },
    },
    DONE,
  ],
});
