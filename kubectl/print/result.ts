import type { ResourceRow } from "#kube/objects/resources.ts";
import { type DryRun, dryRunSuffix } from "../session/dry-run.ts";
import { kindLabel } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";
import { cleanObject } from "./objects.ts";
import { type ObjectFormat, outputOf, renderOutput } from "./output.ts";
import { inTypeOrder } from "./typed-json.ts";
import { withZeroFields } from "./zero-fields.ts";

/** Prints the result for an object: `pod/web created`, or the object in the format of `-o`. */
export const printResult = (session: Session, row: ResourceRow, object: Manifest, done: string, dryRun: DryRun = "none"): void =>
  print(session, { row, object, done, dryRun }, (format, clean) => renderOutput(format, clean));

/** Prints the result for commands that know the Go types of their objects. */
export const printTyped = (session: Session, row: ResourceRow, object: Manifest, done: string, dryRun: DryRun = "none"): void =>
  print(session, { row, object, done, dryRun }, renderTyped);

/** Renders an object whose Go type is known. */
export const renderTyped = (format: ObjectFormat, object: Manifest): string => {
  const typed = withZeroFields(object);
  return format.kind === "json" ? `${JSON.stringify(inTypeOrder(typed), undefined, 4)}\n` : renderOutput(format, typed);
};

interface Result {
  readonly row: ResourceRow;
  readonly object: Manifest;
  readonly done: string;
  readonly dryRun: DryRun;
}

const print = (
  session: Session,
  { row, object, done, dryRun }: Result,
  render: (format: ObjectFormat, object: Manifest) => string,
): void => {
  const format = outputOf(session, { hasTables: false });
  const name = `${labelOf(row, object)}/${object.metadata.name ?? "<unknown>"}`;
  if (format.kind === "name") return session.line(name);
  if (format.kind === "table") return session.line(`${name} ${done}${dryRunSuffix(dryRun)}`);
  if (format.kind === "yaml" && session.printedDocuments++ > 0) session.print("---\n");
  session.print(render(format, cleanObject(object, session.args.on("show-managed-fields"))));
};

/** Label of an object; a subresource such as scale may return another kind. */
const labelOf = (row: ResourceRow, { kind, apiVersion }: Manifest): string => {
  if (kind === undefined || kind === row.kind) return kindLabel(row);
  return kindLabel({ kind, group: apiVersion.includes("/") ? (apiVersion.split("/")[0] as string) : "" });
};
