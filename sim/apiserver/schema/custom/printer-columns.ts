import { parseTimestamp } from "#core/timestamp.ts";
import { jsonPathValues } from "#kube/objects/jsonpath.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import { ageColumn, type Cell, type Column, nameColumn } from "#kube/table/column.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { customResource } from "./custom-resources.ts";
import type { DefinitionVersion, PrinterColumn } from "./definition.ts";

/** The columns in which a custom resource is printed; undefined for the server's own resources. */
export const customColumns = (world: World, row: ResourceRow): readonly Column[] | undefined => {
  if (resourceRow(row.resource) !== undefined) return undefined;
  const { version } = customResource(world, row);
  let columns = columnsByVersion.get(version);
  if (columns === undefined) {
    columns =
      version.additionalPrinterColumns === undefined
        ? [nameColumn, ageColumn]
        : [nameColumn, ...version.additionalPrinterColumns.map(columnOf)];
    columnsByVersion.set(version, columns);
  }
  return columns;
};

/** Columns by version, cached. */
const columnsByVersion = new WeakMap<DefinitionVersion, readonly Column[]>();

const columnOf = ({ name, type, format = "", description, jsonPath, priority = 0 }: PrinterColumn): Column => ({
  name,
  type: type as Column["type"],
  format,
  description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
  priority,
  isWide: priority > 0,
  isName: false,
  cell: (object, nowMs) => cellOf(type, object, jsonPath, nowMs),
});

const cellOf = (type: string, object: KubeObject, jsonPath: string, nowMs: number): Cell => {
  const value = firstValue(object, jsonPath);
  if (value === undefined || value === null) return type === "string" && value === null ? "<nil>" : null;
  switch (type) {
    case "string":
      return typeof value === "object" ? JSON.stringify(value) : `${value}`;
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      if (typeof value !== "string") return null;
      return parseTimestamp(value) === undefined ? "<invalid>" : ageSince(value, nowMs);
    default:
      return null;
  }
};

const firstValue = (object: KubeObject, jsonPath: string): unknown => {
  try {
    return jsonPathValues(`{${jsonPath}}`, object)[0];
  } catch {
    return undefined;
  }
};
