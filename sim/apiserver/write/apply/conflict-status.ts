import type { ApplyConflict } from "#kube/structured-merge/apply-configuration.ts";
import { type Manager, managerId } from "#kube/structured-merge/managers.ts";
import { showPath } from "#kube/structured-merge/path-element.ts";
import type { Status } from "#kube/types/meta.ts";
import { failure } from "../../http/status.ts";

/** 409 for an apply that would change what others manage; every field is a cause. */
export const conflictStatus = (conflicts: readonly ApplyConflict[]): Status => {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${showManager(manager)}`,
    field: showPath(path),
  }));
  return failure(409, "Conflict", messageOf(conflicts), { causes });
};

const messageOf = (conflicts: readonly ApplyConflict[]): string => {
  const [only, second] = conflicts;
  if (only !== undefined && second === undefined)
    return `Apply failed with 1 conflict: conflict with ${showManager(only.manager)}: ${showPath(only.path)}`;
  const lines: string[] = [];
  let last = "";
  for (const { manager, path } of conflicts) {
    if (managerId(manager) !== last) lines.push(`conflicts with ${showManager(manager)}:`);
    last = managerId(manager);
    lines.push(`- ${showPath(path)}`);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
};

const showManager = ({ manager, subresource, operation, apiVersion }: Manager): string => {
  const within = subresource === undefined ? "" : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${within}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
};
