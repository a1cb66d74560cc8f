import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { initPatch } from "./wait-container.ts";

/** Lists the ways in which the expert rids a workload of an init container that was rolled out. */
export const waysWithoutInit = ({ target, name }: { readonly target: string; readonly name: string }): readonly (readonly ToolCall[])[] => [
  [kubectl(`rollout undo ${target}`)],
  [
    kubectl("get pods -o custom-columns=NAME:.metadata.name,INIT:.spec.initContainers[*].name"),
    kubectl(`patch ${target} -p '${JSON.stringify(initPatch({ name, $patch: "delete" }))}'`),
  ],
];
