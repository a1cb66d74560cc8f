import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { type ArgumentObject, visitArguments } from "../command-line/objects-of-arguments.ts";
import { splitPairs } from "../command-line/split-pairs.ts";
import { printResult } from "../print/result.ts";
import { CHANGE_CAUSE, changeCausePatch } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** A command that changes a map in the metadata. */
interface MapCommand {
  readonly name: "label" | "annotate";
  readonly field: "labels" | "annotations";
  readonly noun: string;
}

const COMMANDS: readonly MapCommand[] = [
  { name: "label", field: "labels", noun: "label" },
  { name: "annotate", field: "annotations", noun: "annotation" },
];

/** `kubectl label` and `kubectl annotate`. */
export const labelCommands: readonly Command[] = COMMANDS.map((command) =>
  defineCommand({
    path: command.name,
    usage: "[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]",
    flags: flagTable(
      "overwrite bool",
      "list bool",
      "all bool",
      "all-namespaces,A bool",
      "selector,l string",
      "field-selector string",
      ...FILE_FLAGS,
      "local bool",
      "output,o string",
      "dry-run string=unchanged",
      "resource-version string",
      "field-manager string",
      ...TEMPLATE_FLAGS,
      RECORD_FLAG,
    ),
    run: async (session) => {
      const { args } = session;
      const { resources, pairs } = splitPairs(args.words, command.noun);
      const change = parseChange(pairs, command);
      if (args.on("list") && args.text("output")) throw new CommandFailure("--list and --output may not be specified together");
      checkChoice(session, resources, command);
      if (pairs.length === 0 && !args.on("list")) throw new CommandFailure(`at least one ${command.noun} update is required`);
      if (command.name === "annotate") refuseBoth(change);
      const isNamed = isSingleItem(session, resources);
      if (args.text("resource-version") && !isNamed) throw new CommandFailure("--resource-version may only be used with a single resource");
      await visitArguments(session, { words: resources }, (item) => changeOne(session, { ...item, isNamed }, change, command));
    },
  }),
);

/** True if the arguments name at most one object, whose list then needs no title. */
const isSingleItem = ({ args }: Session, [first = "", ...more]: readonly string[]): boolean =>
  !args.has("filename") && (first.includes("/") ? more.length === 0 : more.length === 1 && !first.includes(",") && first !== "all");

const checkChoice = ({ args }: Session, resources: readonly string[], { name }: MapCommand): void => {
  for (const selector of ["selector", "field-selector"])
    if (args.on("all") && args.text(selector)) throw new CommandFailure(`cannot set --all and --${selector} at the same time`);
  const file = name === "label" ? "pod" : "rsrc";
  if (!args.on("local")) {
    if (resources.length === 0 && !args.has("filename") && !args.has("kustomize"))
      throw new CommandFailure("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    return;
  }
  if (args.text("dry-run") === "server")
    throw new CommandFailure("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
  if (resources.length > 0)
    throw new CommandFailure(`can only use local files by -f ${file}.yaml or --filename=${file}.json when --local=true is set`);
  if (!args.has("filename")) throw new CommandFailure(`one or more files must be specified as -f ${file}.yaml or --filename=${file}.json`);
};

const refuseBoth = ({ set, remove }: MapChange): void => {
  const both = remove.filter((key) => set[key] !== undefined);
  if (both.length > 0)
    throw new CommandFailure(`can not both modify and remove the following annotation(s) in the same command: ${both.join(", ")}`);
};

interface MapChange {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
}

const parseChange = (pairs: readonly string[], { noun, name }: MapCommand): MapChange => {
  const set: Record<string, string> = {};
  const remove: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals > 0) {
      const value = pair.slice(equals + 1);
      if (name === "label" && value.includes("=")) throw new CommandFailure(`invalid label spec: ${pair}`);
      if (name === "label") checkLabelValue(pair, value);
      set[pair.slice(0, equals)] = value;
    } else if (pair.endsWith("-")) remove.push(pair.slice(0, -1));
    else throw new CommandFailure(`unknown ${noun} spec: ${pair}`);
  }
  if (name === "label" && remove.some((key) => set[key] !== undefined))
    throw new CommandFailure("can not both modify and remove a label in the same command");
  return { set, remove };
};

const checkLabelValue = (pair: string, value: string): void => {
  const problems: string[] = [];
  if (value.length > 63) problems.push("must be no more than 63 bytes");
  if (!/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) {
    problems.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  }
  if (problems.length > 0) throw new CommandFailure(`invalid label value: ${JSON.stringify(pair)}: ${problems.join("; ")}`);
};

const changeOne = async (
  session: Session,
  { row, object, namespace, isNamed }: ArgumentObject & { readonly isNamed: boolean },
  change: MapChange,
  command: MapCommand,
): Promise<void> => {
  const current = object.metadata[command.field] ?? {};
  if (session.args.on("list")) {
    refuseOverwrite(session, current, change, command);
    if (!isNamed) session.line(`Listing ${command.field} for ${object.kind}.${row.group}/${object.metadata.name}:`);
    const shown = withMap(object, change, command).metadata[command.field] ?? {};
    for (const key of Object.keys(shown).sort()) session.line(`${isNamed ? "" : " "}${key}=${shown[key]}`);
    return;
  }
  if (command.name === "label" && dryRunOf(session) !== "client" && !session.args.on("local"))
    for (const key of change.remove) if (current[key] === undefined) session.line(`label ${JSON.stringify(key)} not found.`);
  refuseOverwrite(session, current, change, command);
  const body = mapPatch(session, current, change, command);
  const isChanged = Object.keys(body).length > 0;
  const dryRun = dryRunOf(session);
  const request = {
    type: "merge",
    body,
    query: dryRunQuery(dryRun),
    fieldManager: session.args.text("field-manager") ?? `kubectl-${command.name}`,
  } as const;
  const patched =
    dryRun === "client" || session.args.on("local")
      ? withMap(object, change, command)
      : await session.patch(row, { name: object.metadata.name, namespace }, request);
  // Each object of label has a printer of its own.
  if (command.name === "label") session.printedDocuments = 0;
  printResult(
    session,
    row,
    patched,
    doneText(session, { isChanged, hasLabels: object.metadata.labels !== undefined, change, current }, command),
    dryRun,
  );
};

const withMap = (object: Manifest, { set, remove }: MapChange, { field }: MapCommand): Manifest => {
  const kept = Object.entries(object.metadata[field] ?? {}).filter(([key]) => !remove.includes(key));
  return { ...object, metadata: { ...object.metadata, [field]: { ...Object.fromEntries(kept), ...set } } };
};

const mapPatch = (
  session: Session,
  current: Readonly<Record<string, string>>,
  { set, remove }: MapChange,
  { field }: MapCommand,
): Readonly<Record<string, unknown>> => {
  const entries: Record<string, string | null> = {};
  for (const [key, value] of Object.entries(set)) if (current[key] !== value) entries[key] = value;
  for (const key of remove) if (current[key] !== undefined) entries[key] = null;
  const version = session.args.text("resource-version");
  const metadata = { ...(Object.keys(entries).length > 0 && { [field]: entries }), ...(version && { resourceVersion: version }) };
  const body = Object.keys(metadata).length === 0 ? {} : { metadata };
  const cause = changeCausePatch(session);
  return cause === undefined ? body : (applyMergePatch(body, cause) as typeof body);
};

const refuseOverwrite = (session: Session, current: Readonly<Record<string, string>>, { set }: MapChange, { name }: MapCommand): void => {
  if (session.args.on("overwrite")) return;
  const taken = Object.keys(set)
    .filter((key) => current[key] !== undefined && current[key] !== set[key] && !(name === "annotate" && key === CHANGE_CAUSE))
    .sort();
  if (taken.length === 0) return;
  if (name === "label") {
    const lines = taken.map((key) => `'${key}' already has a value (${current[key]}), and --overwrite is false`);
    throw new CommandFailure(lines.length === 1 ? (lines[0] as string) : `[${lines.join(", ")}]`);
  }
  throw new CommandFailure(
    `--overwrite is false but found the following declared annotation(s): ${taken.map((key) => `'${key}' already has a value (${current[key]})`).join("; ")}`,
  );
};

const doneText = (
  session: Session,
  {
    isChanged,
    hasLabels,
    change,
    current,
  }: {
    readonly isChanged: boolean;
    readonly hasLabels: boolean;
    readonly change: MapChange;
    readonly current: Readonly<Record<string, string>>;
  },
  { name }: MapCommand,
): string => {
  if (name === "annotate") return "annotated";
  // An object without labels gets an empty map of them, which is a change.
  if (!isChanged) return hasLabels ? "not labeled" : "labeled";
  const grows = Object.entries(change.set).reduce(
    (total, [key, value]) => total + (current[key] === undefined ? key.length + value.length + 6 : value.length - current[key].length),
    0,
  );
  const shrinks = change.remove.reduce((total, key) => total + (current[key] === undefined ? 0 : key.length + current[key].length + 6), 0);
  return !session.args.on("overwrite") && grows < shrinks ? "unlabeled" : "labeled";
};
