import { parseLabelSelector } from "#kube/parse-label-selector.ts";
import { changePodSpecs, patchChanged } from "../change-pod-spec.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { visitArguments } from "../objects-of-arguments.ts";
import type { Manifest } from "../session.ts";
import { refuseLocalOnServer, SET_FLAGS } from "../set-flags.ts";

/** These two have no selector of objects. */
const FLAGS = SET_FLAGS.filter((flag) => flag !== "selector,l string");

/** `kubectl set selector`: for Services. */
export const setSelectorCommand: Command = defineCommand({
  path: "set selector",
  usage: "(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]",
  flags: flagTable("resource-version string", ...FLAGS.filter((flag) => flag !== "kustomize,k string")),
  run: async (session) => {
    const { words } = session.args;
    const expression = words.at(-1);
    if (expression === undefined) throw new CommandFailure("one selector is required");
    const selector = selectorOf(expression);
    await visitArguments(session, { words: words.slice(0, -1), isTyped: true }, async (item) => {
      if (item.object.kind !== "Service") throw new CommandFailure("setting a selector is only supported for Services");
      const changed = { ...item.object, spec: { ...(item.object["spec"] as object), selector } } as Manifest;
      await patchChanged(session, item, changed, { done: "selector updated", always: true });
    });
  },
});

const selectorOf = (expression: string): Readonly<Record<string, string>> => {
  const parsed = parseLabelSelector(expression);
  if (!parsed.ok) throw new CommandFailure(`couldn't parse the selector string ${JSON.stringify(expression)}: ${parsed.error}`);
  const sets = parsed.value.filter(({ operator }) => operator !== "=");
  if (sets.length > 0) {
    const texts = sets.map(({ key, operator, values }) => `{${key} ${OPERATORS[operator] ?? operator} [${values.join(" ")}]}`);
    throw new CommandFailure(`match expression [${texts.join(" ")}] not supported on this object`);
  }
  return Object.fromEntries(parsed.value.map(({ key, values }) => [key, values[0] as string]));
};

const OPERATORS: Readonly<Record<string, string>> = { in: "In", notin: "NotIn", "!=": "NotIn", exists: "Exists", "!": "DoesNotExist" };

/** `kubectl set serviceaccount`. */
export const setServiceAccountCommand: Command = defineCommand({
  path: "set serviceaccount",
  aliases: ["set sa"],
  usage: "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
  flags: flagTable(...FLAGS),
  run: async (session) => {
    const { words } = session.args;
    refuseLocalOnServer(session);
    const name = words.at(-1);
    if (name === undefined) throw new CommandFailure("serviceaccount is required");
    await changePodSpecs(session, words.slice(0, -1), {
      done: "serviceaccount updated",
      failure: "failed to patch ServiceAccountName ",
      always: true,
      change: (spec) => ({ ...spec, serviceAccountName: name, ...(spec.serviceAccount !== undefined && { serviceAccount: name }) }),
    });
  },
});
