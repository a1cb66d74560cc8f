import { type Interpret, within } from "#core/work-budget.ts";
import { evaluateJsonPath, relaxedJsonPath } from "#kube/objects/jsonpath.ts";
import { parseJsonPath } from "#kube/objects/jsonpath-parse.ts";
import type { Condition } from "#kube/types/meta.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { parseTargets, selectorQuery, type Target } from "../command-line/targets.ts";
import { printResult } from "../print/result.ts";
import { CommandFailure, throwAll } from "../session/errors.ts";
import { readManifests } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl wait`: lets virtual time pass until the condition holds. */
export const waitCommand: Command = defineCommand({
  path: "wait",
  usage:
    "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
  flags: flagTable(
    "for array",
    "timeout duration",
    "selector,l string",
    "field-selector string",
    "all bool",
    "all-namespaces,A bool",
    "filename,f list",
    "recursive,R bool",
    "output,o string",
    "local bool",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const goal = parseGoal(session);
    const timeoutMs = timeoutOf(session);
    const targets = await expandTargets(session, goal);
    const deadline = session.nowMs() + timeoutMs;
    const failures: Error[] = [];
    for (const target of targets) {
      try {
        await waitForOne(session, target, goal, Math.max(0, deadline - session.nowMs()));
      } catch (failure) {
        failures.push(failure as Error);
      }
    }
    throwAll(failures);
  },
});

/** Condition of `--for`. */
type Goal =
  | { readonly kind: "delete" }
  | { readonly kind: "create" }
  | { readonly kind: "test"; readonly test: (object: Manifest) => boolean };

const ONE_WEEK_MS = 7 * 24 * 3_600_000;

const timeoutOf = ({ args }: Session): number => {
  const given = args.duration("timeout") ?? 30_000;
  return given < 0 ? ONE_WEEK_MS : given;
};

const parseGoal = ({ args, interpret }: Session): Goal => {
  const text = args.text("for") ?? "";
  const lower = text.toLowerCase();
  if (lower === "delete" || lower === "create") return { kind: lower } as Goal;
  if (text.startsWith("condition=")) return { kind: "test", test: conditionTest(text.slice("condition=".length)) };
  if (text.startsWith("jsonpath=")) return { kind: "test", test: jsonPathTest(text.slice("jsonpath=".length), interpret) };
  throw new CommandFailure(`unrecognized condition: ${JSON.stringify(text)}`);
};

const conditionTest = (text: string): ((object: Manifest) => boolean) => {
  const [name, value = "true"] = text.split("=") as [string, string | undefined];
  return (object) => {
    const status = object["status"] as { conditions?: readonly Condition[]; observedGeneration?: number } | undefined;
    const condition = status?.conditions?.find(({ type }) => type.toLowerCase() === name.toLowerCase());
    if (condition === undefined) return false;
    const observed = condition.observedGeneration ?? status?.observedGeneration;
    if (observed !== undefined && object.metadata.generation !== undefined && observed < object.metadata.generation) return false;
    return condition.status.toLowerCase() === value.toLowerCase();
  };
};

const jsonPathTest = (text: string, interpret: Interpret): ((object: Manifest) => boolean) => {
  const { path, value } = splitJsonPath(text);
  if (path === "") throw new CommandFailure("jsonpath expression cannot be empty");
  const relaxed = relaxedJsonPath(path);
  if (relaxed === undefined)
    throw new CommandFailure("unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'");
  if (value === "")
    throw new CommandFailure("jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3");
  const template = parseJsonPath(relaxed);
  return (object) => {
    const values = interpret(() => within(PATH_UNITS, () => evaluateJsonPath(template, object))).flat();
    if (values.length === 0) return false;
    if (value === undefined) return true;
    if (values.length > 1) throw new CommandFailure("given jsonpath expression matches more than one value");
    const found = values[0];
    if (typeof found === "object" && found !== null)
      throw new CommandFailure("jsonpath leads to a nested object or list which is not supported");
    return String(found) === value;
  };
};

/** Splits at each single `=`; a double one belongs to a filter. */
const splitJsonPath = (text: string): { readonly path: string; readonly value: string | undefined } => {
  const parts = text.split(/(?<!=)=(?!=)/);
  if (parts.length > 2)
    throw new CommandFailure(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  const [path = "", given] = parts;
  const value = given?.replaceAll(/^['"]+|['"]+$/g, "");
  return { path, value };
};

const expandTargets = async (session: Session, goal: Goal): Promise<readonly Target[]> => {
  const { args } = session;
  if (args.has("filename"))
    return (await readManifests(session)).map(({ row, object, namespace }) => ({ row, name: object.metadata.name, namespace }));
  const selectors = { labelSelector: args.text("selector") || undefined, fieldSelector: args.text("field-selector") || undefined };
  const targets = await parseTargets(session, args.words, { allowAll: false, selectAll: args.on("all"), ...selectors });
  const expanded: Target[] = [];
  for (const target of targets) {
    if (target.name !== undefined) expanded.push(target);
    else
      for (const object of await session.list(target.row, target.namespace, selectorQuery(selectors)))
        expanded.push({ row: target.row, name: object.metadata.name, namespace: object.metadata.namespace });
  }
  if (expanded.length === 0 && goal.kind === "create") {
    await session.cluster.clock.until(async () => false, { timeoutMs: session.args.duration("timeout") ?? 30_000 });
    throw new CommandFailure(TIMED_OUT);
  }
  if (expanded.length === 0 && goal.kind !== "delete") throw new CommandFailure("no matching resources found");
  return expanded;
};

const waitForOne = async (session: Session, { row, name, namespace }: Target, goal: Goal, timeoutMs: number): Promise<void> => {
  const path = resourcePath(row, namespace, name as string);
  const { clock } = session.cluster;
  // A name that is not there is looked for in its namespace only where the object itself is wanted.
  const first =
    goal.kind === "test"
      ? { status: 200, body: await session.readNamed(row, namespace, name as string) }
      : await session.cluster.read({ path });
  let latest = first.status === 200 ? (first.body as Manifest) : undefined;
  const look = async (): Promise<boolean> => {
    const response = await session.cluster.read({ path });
    const found = response.status === 200 ? (response.body as Manifest) : undefined;
    if (goal.kind === "delete") return found === undefined || found.metadata.uid !== latest?.metadata.uid;
    latest = found;
    return found !== undefined && (goal.kind === "create" || goal.test(found));
  };
  if (goal.kind === "delete" && latest === undefined) return;
  if (goal.kind === "test" && timeoutMs === 0 && session.args.duration("timeout") !== 0) throw timedOut(row.plural, name as string);
  const holds = latest !== undefined && (goal.kind === "create" || (goal.kind === "test" && goal.test(latest)));
  if (!holds && !(await clock.until(look, { timeoutMs })))
    throw goal.kind === "create" ? new CommandFailure(TIMED_OUT) : timedOut(row.plural, name as string);
  printResult(session, row, latest as Manifest, "condition met");
};

const TIMED_OUT = "timed out waiting for the condition";

const timedOut = (plural: string, name: string): CommandFailure => new CommandFailure(`${TIMED_OUT} on ${plural}/${name}`);

/** Work of the paths of one answer. */
const PATH_UNITS = 4 * 1024 * 1024;
