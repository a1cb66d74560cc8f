import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Removes the probes of the workload that looks broken. */
export default definePolicy({
  id: "silence-probes",
  title: "removes the probes of the suspicious workload",
  degenerate: true,
  play: ({ victim }) => [
    kubectl(`patch ${victim} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/livenessProbe"}]'`),
    kubectl(`patch ${victim} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/readinessProbe"}]'`),
    { name: "wait", arguments: { seconds: 60 } },
    DONE,
  ],
});
