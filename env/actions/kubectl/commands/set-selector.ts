import { changePodSpecs, patchChanged } from "../change-pod-spec.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable, TEMPLATE_FLAGS } from "../flags.ts";
import { objectsOfArguments } from "../objects-of-arguments.ts";
import type { Manifest } from "../session.ts";

const FLAGS = [
  "filename,f list",
  "all bool",
  "local bool",
  "output,o string",
  "dry-run string=unchanged",
  "field-manager string",
  "recursive,R bool",
  ...TEMPLATE_FLAGS,
] as const;

/** `kubectl set selector`: for Services. */
export const setSelectorCommand: Command = defineCommand({
  path: "set selector",
  usage: "(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]",
  flags: flagTable("resource-version string", ...FLAGS),
  run: async (session) => {
    const { words } = session.args;
    const expression = words.at(-1);
    if (expression === undefined || !expression.includes("=")) throw new CommandFailure("one selector is required");
    const selector = Object.fromEntries(expression.split(",").map((part) => part.split("=") as [string, string]));
    for (const item of await objectsOfArguments(session, words.slice(0, -1))) {
      if (item.object.kind !== "Service") throw new CommandFailure("setting a selector is only supported for Services");
      const changed = { ...item.object, spec: { ...(item.object["spec"] as object), selector } } as Manifest;
      await patchChanged(session, item, changed, { done: "selector updated", failure: "failed to patch selector" });
    }
  },
});

/** `kubectl set serviceaccount`. */
export const setServiceAccountCommand: Command = defineCommand({
  path: "set serviceaccount",
  aliases: ["set sa"],
  usage: "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
  flags: flagTable("kustomize,k string", ...FLAGS),
  run: async (session) => {
    const { words } = session.args;
    const name = words.at(-1);
    if (name === undefined || words.length < 2) throw new CommandFailure("serviceaccount is required");
    await changePodSpecs(session, words.slice(0, -1), {
      done: "serviceaccount updated",
      failure: "failed to patch ServiceAccountName",
      change: (spec) => ({ ...spec, serviceAccountName: name, ...(spec.serviceAccount !== undefined && { serviceAccount: name }) }),
    });
  },
});
