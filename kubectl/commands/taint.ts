import { labelValueProblems, qualifiedNameProblems } from "#kube/objects/names.ts";
import { findResource } from "#kube/objects/resources.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { splitPairs } from "../command-line/split-pairs.ts";
import { printResult } from "../print/result.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, FailureList, throwAll } from "../session/errors.ts";
import { NODES, nodeReaders } from "../session/nodes-of.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl taint`. */
export const taintCommand: Command = defineCommand({
  path: "taint",
  usage: "NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N",
  flags: flagTable(
    "all bool",
    "overwrite bool",
    "selector,l string",
    "output,o string",
    "dry-run string=unchanged",
    "field-manager string",
    "validate string",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const { resources, pairs: specs } = splitPairs(session.args.words, "taint", isSpec);
    const [kind, ...names] = resources;
    if (kind === undefined) throw new CommandFailure("one or more resources must be specified as <resource> <name>");
    if (specs.length === 0) throw new CommandFailure("at least one taint update is required");
    const change = parseChange(specs);
    // A name behind a stroke is no name here: the whole is looked up as a kind.
    if (kind.includes("/")) throw new CommandFailure(`the server doesn't have a resource type ${JSON.stringify(kind)}`, { complete: true });
    if (findResource(kind)?.kind !== "Node") throw new CommandFailure(`invalid resource type ${kind}, only node types are supported`);
    refuseSelection(session, names);
    refuseContradictions(change);
    const failures: Error[] = [];
    for (const read of await nodeReaders(session, names)) {
      try {
        await taintOne(session, await read(), change);
      } catch (failure) {
        failures.push(failure as Error);
      }
    }
    throwAll(failures);
  },
});

const isSpec = (word: string): boolean => /[=:]|-$/.test(word);

interface TaintChange {
  readonly added: readonly Taint[];
  /** Taints to remove; without an effect, those of every effect. */
  readonly removed: readonly Taint[];
}

const parseChange = (specs: readonly string[]): TaintChange => {
  const added: Taint[] = [];
  const removed: Taint[] = [];
  for (const spec of specs) {
    if (spec.endsWith("-")) {
      const { key, effect } = parseTaint(spec.slice(0, -1));
      removed.push({ key, effect });
      continue;
    }
    const taint = parseTaint(spec);
    if (taint.effect === NO_EFFECT) throw usage(`invalid taint spec: ${spec}`);
    if (added.some((other) => isSame(other, taint)))
      throw usage(`duplicated taints with the same key and effect: {${taint.key} ${taint.value ?? ""} ${taint.effect} <nil>}`);
    added.push(taint);
  }
  return { added, removed };
};

const NO_EFFECT = "" as Taint["effect"];
const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

const parseTaint = (spec: string): Taint => {
  const [pair = "", effect, ...more] = spec.split(":");
  if (more.length > 0) throw usage(`invalid taint spec: ${spec}`);
  if (effect !== undefined && !EFFECTS.includes(effect)) throw usage(`invalid taint effect: ${effect}, unsupported taint effect`);
  const [key = "", value, ...rest] = effect === undefined ? [pair] : pair.split("=");
  if (rest.length > 0) throw usage(`invalid taint spec: ${spec}`);
  const problems = [...(value === undefined ? [] : labelValueProblems(value)), ...qualifiedNameProblems(key)];
  if (problems.length > 0) throw usage(`invalid taint spec: ${spec}, ${problems.join("; ")}`);
  return { key, ...(value && { value }), effect: (effect ?? NO_EFFECT) as Taint["effect"] };
};

const usage = (message: string): CommandFailure => new CommandFailure(`${message}\nSee 'kubectl taint -h' for help and examples`);

const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
const isMeant = (removal: Taint, taint: Taint): boolean =>
  removal.key === taint.key && (removal.effect === NO_EFFECT || removal.effect === taint.effect);

const refuseSelection = ({ args }: Session, names: readonly string[]): void => {
  const isAll = args.on("all");
  const hasSelector = Boolean(args.text("selector"));
  if (isAll && hasSelector) throw new CommandFailure("setting 'all' parameter with a non empty selector is prohibited");
  if (!isAll && !hasSelector && names.length === 0)
    throw new CommandFailure("at least one resource name must be specified since 'all' parameter is not set");
};

const refuseContradictions = ({ added, removed }: TaintChange): void => {
  const both = removed.filter((removal) => added.some((taint) => isMeant(removal, taint)));
  if (both.length === 0) return;
  const texts = both.map(({ key, effect }) => `${key}=${effect}`).join(", ");
  throw new CommandFailure(`can not both modify and remove the following taint(s) in the same command: ${texts}`);
};

const taintOne = async (session: Session, node: Node, { added, removed }: TaintChange): Promise<void> => {
  const { name } = node.metadata;
  const old = node.spec.taints ?? [];
  const mayOverwrite = session.args.on("overwrite");
  const present = added.filter((taint) => old.some((other) => isSame(other, taint)));
  if (present.length > 0 && !mayOverwrite) {
    const keys = present.map(({ key }) => key).join(",");
    throw new CommandFailure(`node ${name} already has ${keys} taint(s) with same effect(s) and --overwrite is false`);
  }
  const all = [...added, ...old.filter((taint) => !added.some((other) => isSame(other, taint)))];
  const missing = removed.filter((removal) => !all.some((taint) => isMeant(removal, taint)));
  if (missing.length > 0) throw new FailureList(missing.map((removal) => new CommandFailure(`taint ${textOf(removal)} not found`)));
  const taints = all.filter((taint) => !removed.some((removal) => isMeant(removal, taint)));
  const operation = operationOf({ isAdded: all.length !== old.length, isDeleted: removed.length > 0, mayOverwrite });
  const dryRun = dryRunOf(session);
  const body = { spec: { taints: taints.length === 0 ? null : taints } };
  const fieldManager = session.args.text("field-manager") ?? "kubectl-taint";
  const changed =
    dryRun === "client"
      ? ({ ...node, spec: { ...node.spec, taints } } as unknown as Manifest)
      : await session.patch(NODES, { name }, { type: "merge", body, query: dryRunQuery(dryRun), fieldManager });
  printResult(session, NODES, changed, operation);
};

const textOf = ({ key, effect }: Taint): string => JSON.stringify(effect === NO_EFFECT ? key : `${key}:${effect}`);

interface TaintOutcome {
  readonly isAdded: boolean;
  readonly isDeleted: boolean;
  readonly mayOverwrite: boolean;
}

const operationOf = ({ isAdded, isDeleted, mayOverwrite }: TaintOutcome): string => {
  if ((isAdded && isDeleted) || mayOverwrite) return "modified";
  return isAdded ? "tainted" : "untainted";
};
