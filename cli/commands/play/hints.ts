import type { ToolCall } from "#core/tool-call.ts";

/** Hints on an incident, each saying more than the one before; derived from what an expert would do about it. */
export const hintsOf = (solution: readonly ToolCall[]): readonly string[] => {
  const causes = solution
    .filter(({ name }) => name === "submit_diagnosis")
    .flatMap((call) => (call.arguments["root_causes"] ?? []) as readonly { readonly resource: string; readonly fault_type: string }[]);
  const repair = solution.flatMap(({ name, arguments: args }) => (name === "kubectl" ? [`kubectl ${args["command"]}`] : []));
  if (causes.length === 0) return ["Are you sure that anything is broken?", "Nothing is. Say so: /diagnosis nothing is wrong"];
  const kinds = [...new Set(causes.map(({ resource }) => resource.split("/")[0]))].join(" and a ");
  return [
    causes.length > 1 ? `There are ${causes.length} root causes.` : "There is one root cause.",
    `Look at a ${kinds}.`,
    `It is ${causes.map(({ resource }) => resource).join(" and ")}.`,
    `The type of the defect is ${causes.map(({ fault_type: type }) => type).join(" and ")}.`,
    ...(repair.length === 0 ? [] : [`One way to repair it:\n${repair.map((command) => `  ${command}`).join("\n")}`]),
  ];
};
