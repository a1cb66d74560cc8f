import type { LabelSelector } from "#kube/types/meta.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { labelSelectorOf } from "../command-line/label-selector-of.ts";
import { visitArguments } from "../command-line/objects-of-arguments.ts";
import { refuseLocalOnServer, SET_FLAGS } from "../command-line/set-flags.ts";
import { changePodSpecs, patchChanged } from "../generate/change-pod-spec.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest } from "../session/session.ts";

/** Flags of these two commands, which have no selector of objects. */
const FLAGS = SET_FLAGS.filter((flag) => flag !== "selector,l string");

/** `kubectl set selector`: for Services. */
export const setSelectorCommand: Command = defineCommand({
  path: "set selector",
  usage: "(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]",
  flags: flagTable("resource-version string", ...FLAGS.filter((flag) => flag !== "kustomize,k string"), RECORD_FLAG),
  run: async (session) => {
    const { words } = session.args;
    const expression = words.at(-1);
    if (expression === undefined) throw new CommandFailure("one selector is required");
    const selector = labelSelectorOf(expression);
    const version = session.args.text("resource-version");
    await visitArguments(session, { words: words.slice(0, -1), isTyped: true }, async (item) => {
      if (item.object.kind !== "Service") throw new CommandFailure("setting a selector is only supported for Services");
      const metadata = { ...item.object.metadata, ...(version && { resourceVersion: version }) };
      const changed = {
        ...item.object,
        metadata,
        spec: { ...(item.object["spec"] as object), selector: plainSelector(selector) },
      } as Manifest;
      await patchChanged(session, item, changed, { done: "selector updated", always: true });
    });
  },
});

/** Labels of a selector; rejects requirements, which Services do not support. */
const plainSelector = ({ matchLabels, matchExpressions = [] }: LabelSelector): Readonly<Record<string, string>> => {
  if (matchExpressions.length === 0) return matchLabels ?? {};
  const texts = matchExpressions.map(({ key, operator, values = [] }) => `{${key} ${operator} [${values.join(" ")}]}`);
  throw new CommandFailure(`match expression [${texts.join(" ")}] not supported on this object`);
};

/** `kubectl set serviceaccount`. */
export const setServiceAccountCommand: Command = defineCommand({
  path: "set serviceaccount",
  aliases: ["set sa"],
  usage: "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
  flags: flagTable(...FLAGS, RECORD_FLAG),
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
