import { kubectl } from "#core/tool-call.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Deletes the whole namespace, which leaves no unhealthy pod. */
export default definePolicy({
  id: "delete-namespace",
  title: "deletes the namespace",
  degenerate: true,
  play: ({ namespace }) => [kubectl(`delete namespace ${namespace} --wait=false`), { name: "wait", arguments: { seconds: 60 } }, DONE],
});
