import { JsonPathError } from "#kube/objects/jsonpath-parse.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { nameAndAgeColumns } from "#kube/table/cluster-columns.ts";
import { toTable } from "#kube/table/to-table.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable } from "../command-line/flags.ts";
import { type Found, parseTargets, readTargets, selectorQuery, type Target } from "../command-line/targets.ts";
import { cleanObject, listOf, printNames } from "../print/objects.ts";
import { type ObjectFormat, type OutputFormat, outputOf, renderOutput } from "../print/output.ts";
import { renderTable } from "../print/render-table.ts";
import { sortByPath } from "../print/sort-by-path.ts";
import { type ServerRow, type ServerTable, type TableOptions, tableText } from "../print/table.ts";
import { CommandFailure, isNotFound, throwAll } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import { readManifests } from "../session/manifests.ts";
import { printRaw } from "../session/print-raw.ts";
import { type Manifest, resourcePath, type Session, withSelectors } from "../session/session.ts";
import { watchRows } from "../watch/watch-rows.ts";
import { watchTarget } from "../watch/watch-target.ts";

/** `kubectl get`. */
export const getCommand: Command = defineCommand({
  path: "get",
  usage: "(TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]",
  flags: flagTable(
    "output,o string",
    "all-namespaces,A bool",
    "selector,l string",
    "field-selector string",
    "show-labels bool",
    "label-columns,L list",
    "sort-by string",
    "no-headers bool",
    "ignore-not-found bool",
    "show-managed-fields bool",
    "show-kind bool",
    "watch,w bool",
    "watch-only bool",
    ...FILE_FLAGS,
    "raw string",
    "subresource string",
    "chunk-size int",
    "server-print bool",
    "output-watch-events bool",
    "allow-missing-template-keys bool",
    "template string",
  ),
  run: async (session) => {
    const { args } = session;
    const raw = args.text("raw");
    if (raw) return printRaw(session, raw);
    const format = outputOf(session);
    checkFlags(session);
    warnAboutSorting(session);
    const targets = await targetsOf(session);
    if (args.on("watch") || args.on("watch-only")) await watch(session, targets, format);
    else if (format.kind === "table") await printTables(session, targets, format.wide);
    else await printObjects(session, targets, format);
  },
});

const NOT_SPECIFIED = `You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.

error: Required resource not specified.
Use "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).
See 'kubectl get -h' for help and examples`;

const selectorsOf = ({ args }: Session): { readonly labelSelector: string | undefined; readonly fieldSelector: string | undefined } => ({
  labelSelector: args.text("selector") || undefined,
  fieldSelector: args.text("field-selector") || undefined,
});

const checkFlags = ({ args }: Session): void => {
  const output = args.text("output") ?? "";
  if (args.on("show-labels") && output !== "" && output !== "wide")
    throw new CommandFailure(`--show-labels option cannot be used with ${output} printer`);
  if (args.on("output-watch-events") && !args.on("watch") && !args.on("watch-only"))
    throw new CommandFailure("--output-watch-events option can only be used with --watch or --watch-only");
};

/** Warns that a watch cannot be sorted. */
const warnAboutSorting = (session: Session): void => {
  const { args } = session;
  if (!args.text("sort-by")) return;
  if (args.on("watch")) session.note("warning: --watch requested, --sort-by will be ignored for watch events received");
  else if (args.on("watch-only")) session.note("warning: --watch-only requested, --sort-by will be ignored");
};

const targetsOf = async (session: Session): Promise<readonly Target[]> => {
  const { args } = session;
  if (args.has("filename")) {
    if (args.words.length > 0)
      throw new CommandFailure("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
    const manifests = await readManifests(session);
    return manifests.map(({ row, object, namespace }) => ({ row, name: object.metadata.name, namespace }));
  }
  if (args.words.length === 0) throw new CommandFailure(NOT_SPECIFIED, { complete: true });
  return parseTargets(session, args.words, { allowAll: true, ...selectorsOf(session) });
};

const printObjects = async (
  session: Session,
  targets: readonly Target[],
  format: Exclude<OutputFormat, { kind: "table" }>,
): Promise<void> => {
  const { args } = session;
  const subresource = args.text("subresource");
  const { found, failures } = await readObjects(session, targets, subresource);
  const kept = failures.filter((failure) => !(args.on("ignore-not-found") && isNotFound(failure)));
  const shown = sortFound(session, found);
  if (format.kind === "name") printNames(session, shown);
  else if (shown.length > 0 || isCollection(targets)) printValue(session, targets, shown, format, kept.length > 0);
  throwAll(kept);
};

const watch = async (session: Session, targets: readonly Target[], format: OutputFormat): Promise<void> => {
  const { args } = session;
  const [target] = targets;
  if (target === undefined || new Set(targets.map(({ row }) => row)).size > 1)
    throw new CommandFailure("you may only specify a single resource type");
  try {
    if (format.kind === "table" && args.text("server-print") !== "false") {
      const options = tableOptions(session, { row: target.row, wide: format.wide, withKind: args.on("show-kind") });
      return await watchRows(session, target, { read: () => readTable(session, target, format.wide, listQuery(session)), options });
    }
    await watchObjects(session, target, format);
  } catch (failure) {
    if (!(args.on("ignore-not-found") && isNotFound(failure))) throw failure;
  }
};

const watchObjects = async (session: Session, target: Target, format: OutputFormat): Promise<void> => {
  const { args } = session;
  const read = async (): Promise<readonly Found[]> => {
    const { found, failures } = await readObjects(session, [target], args.text("subresource"));
    throwAll(failures);
    return found;
  };
  let isFirst = true;
  const show = (type: string, item: Found): void => {
    if (format.kind === "name" || format.kind === "table") return printNames(session, [item]);
    const object = cleanObject(item.object, args.on("show-managed-fields"));
    if (format.kind === "yaml" && !isFirst) session.print("---\n");
    isFirst = false;
    session.print(renderOutput(format, args.on("output-watch-events") ? { type, object } : object, args.on("no-headers")));
  };
  const first = await read();
  if (!args.on("watch-only")) for (const item of first) show("ADDED", item);
  await watchTarget(session, target, first, { read, objectOf: ({ object }) => object, onEvent: show });
};

const isCollection = (targets: readonly Target[]): boolean => targets.some((target) => target.name === undefined);

const printValue = (
  session: Session,
  targets: readonly Target[],
  found: readonly Found[],
  format: ObjectFormat,
  hasFailed: boolean,
): void => {
  if (hasFailed && found.length === 0) return;
  const clean = found.map(({ object }) =>
    cleanObject(object, session.args.on("show-managed-fields") || !["json", "yaml", "kyaml"].includes(format.kind)),
  );
  const isSingle = targets.length === 1 && targets[0]?.name !== undefined;
  const value = isSingle ? clean[0] : listOf(clean);
  session.print(renderOutput(format, value, session.args.on("no-headers")));
};

const readObjects = async (
  session: Session,
  targets: readonly Target[],
  subresource: string | undefined,
): Promise<{ readonly found: readonly Found[]; readonly failures: readonly Error[] }> => {
  if (subresource === undefined) return readTargets(session, targets, selectorQuery(selectorsOf(session)));
  refuseBulk(targets);
  const found: Found[] = [];
  for (const { row, name, namespace } of targets)
    found.push({ row, object: await session.readNamed(row, namespace, name as string, { subresource }) });
  return { found, failures: [] };
};

const refuseBulk = (targets: readonly Target[]): void => {
  if (isCollection(targets)) throw new CommandFailure("subresource cannot be used when bulk resources are specified");
};

interface Group {
  readonly row: ResourceRow;
  readonly tables: ServerTable[];
}

const printTables = async (session: Session, targets: readonly Target[], wide: boolean): Promise<void> => {
  const { args } = session;
  const failures: Error[] = [];
  const groups: Group[] = [];
  const subresource = args.text("subresource");
  if (subresource !== undefined) refuseBulk(targets);
  const query = listQuery(session);
  for (const target of targets) {
    const { row } = target;
    try {
      const table = await readTable(session, target, wide, query);
      const last = groups.at(-1);
      if (last !== undefined && last.row === row) last.tables.push(table);
      else groups.push({ row, tables: [table] });
    } catch (failure) {
      failures.push(withSelectors(failure, row, query) as Error);
    }
  }
  const kept = failures.filter((failure) => !(args.on("ignore-not-found") && isNotFound(failure)));
  const wasWritten = printGroups(session, groups, wide);
  if (!wasWritten && kept.length === 0 && !args.on("ignore-not-found")) session.note(nothingFound(session, targets));
  throwAll(kept);
};

const listQuery = (session: Session): Readonly<Record<string, string>> => ({
  ...selectorQuery(selectorsOf(session)),
  ...(session.args.text("sort-by") && { includeObject: "Object" }),
});

/** Reads a table; a server that renders none returns the objects themselves. */
const readTable = async (
  session: Session,
  { row, name, namespace }: Target,
  wide: boolean,
  query: Readonly<Record<string, string>>,
): Promise<ServerTable> => {
  const subresource = session.args.text("subresource");
  const isPrintedHere = session.args.text("server-print") === "false";
  const request = { query: name === undefined || query["includeObject"] ? query : {}, ...(!isPrintedHere && { as: "table" as const }) };
  const body =
    name === undefined
      ? await session.read<ServerTable | Manifest>({ ...request, path: resourcePath(row, namespace) })
      : await session.readNamed<ServerTable | Manifest>(row, namespace, name, {
          ...request,
          subresource,
        });
  if (body.kind === "Table") return body as ServerTable;
  // Of this one the server makes no table, and the client has two columns for whatever it is.
  const columns = subresource === "resize" || isPrintedHere ? nameAndAgeColumns : undefined;
  return toTable(row, body as Manifest, { nowMs: session.nowMs(), wide, columns }) as ServerTable;
};

interface TableChoice {
  readonly row: ResourceRow;
  readonly wide: boolean;
  readonly withKind: boolean;
}

const tableOptions = (session: Session, { row, wide, withKind }: TableChoice): TableOptions => ({
  wide,
  noHeaders: session.args.on("no-headers"),
  withNamespace: session.allNamespaces && row.namespaced,
  kindPrefix: withKind ? kindLabel(row) : undefined,
  showLabels: session.args.on("show-labels"),
  labelColumns: session.args.list("label-columns"),
});

const nothingFound = (session: Session, targets: readonly Target[]): string =>
  !session.allNamespaces && targets.every((target) => target.row.namespaced)
    ? `No resources found in ${session.namespace} namespace.`
    : "No resources found";

const printGroups = (session: Session, groups: readonly Group[], wide: boolean): boolean => {
  const { args } = session;
  const sorted = groups.map(({ row, tables }) => ({
    row,
    table: tables[0] as ServerTable,
    rows: sortRows(session, tables.flatMap(rowsOf)),
  }));
  // Kinds without a row count too, as each of them was answered with a table of its own.
  const withKind = new Set(groups.map(({ row }) => row)).size > 1 || args.on("show-kind");
  let text = "";
  for (const { row, table, rows } of sorted.filter((group) => group.rows.length > 0)) {
    const options = tableOptions(session, { row, wide, withKind });
    if (text !== "" && !options.noHeaders) text += "\n";
    text += renderTable(tableText({ ...table, rows }, options), options.noHeaders);
  }
  session.print(text);
  return text !== "";
};

const rowsOf = (table: ServerTable): readonly ServerRow[] => table.rows ?? [];

const sortFound = (session: Session, found: readonly Found[]): readonly Found[] =>
  sortByPath(found, { sortBy: session.args.text("sort-by"), interpret: session.interpret }, ({ object }) => object);

/** Sorts the rows of a table; like the real program it prints nothing for a wrong path, without an error. */
const sortRows = (session: Session, rows: readonly ServerRow[]): readonly ServerRow[] => {
  try {
    return sortByPath(rows, { sortBy: session.args.text("sort-by"), interpret: session.interpret }, (row) => row.object);
  } catch (error) {
    // A single row needs no sorting, so a path that cannot be read does not show.
    if (error instanceof JsonPathError) return rows.length === 1 ? rows : [];
    if (error instanceof CommandFailure) return [];
    throw error;
  }
};
