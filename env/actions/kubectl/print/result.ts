import type { ResourceRow } from "#kube/resources.ts";
import { type DryRun, dryRunSuffix } from "../dry-run.ts";
import { kindLabel } from "../kinds.ts";
import type { Manifest, Session } from "../session.ts";
import { cleanObject } from "./objects.ts";
import { outputOf, renderOutput } from "./output.ts";

/** Says what was done to an object: `pod/web created`, or prints it in the format of `-o`. */
export const printResult = (session: Session, row: ResourceRow, object: Manifest, done: string, dryRun: DryRun = "none"): void => {
  const format = outputOf(session, { hasTables: false });
  const name = `${labelOf(row, object)}/${object.metadata.name ?? "<unknown>"}`;
  if (format.kind === "name") return session.line(name);
  if (format.kind === "table") return session.line(`${name} ${done}${dryRunSuffix(dryRun)}`);
  session.print(renderOutput(format, cleanObject(object, session.args.on("show-managed-fields"))));
};

/** A subresource may answer with an object of another kind, as scale does. */
const labelOf = (row: ResourceRow, { kind, apiVersion }: Manifest): string => {
  if (kind === undefined || kind === row.kind) return kindLabel(row);
  return kindLabel({ kind, group: apiVersion.includes("/") ? (apiVersion.split("/")[0] as string) : "" });
};
