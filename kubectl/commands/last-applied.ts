import { LAST_APPLIED, withItselfApplied } from "../apply/last-applied.ts";
import { mergePatchBetween } from "../apply/merge-patch-between.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { editLastApplied } from "../edit/edit-last-applied.ts";
import { printResult } from "../print/result.ts";
import { toYaml } from "../print/yaml-text.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import { placed, readManifests } from "../session/manifests.ts";
import type { Manifest } from "../session/session.ts";

/** `kubectl apply view-last-applied`. */
export const viewLastAppliedCommand: Command = defineCommand({
  path: "apply view-last-applied",
  usage: "(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)",
  flags: flagTable(...FILE_FLAGS, "selector,l string", "all bool", "output,o string"),
  run: async (session) => {
    const format = session.args.text("output") ?? "yaml";
    const shown: unknown[] = [];
    for (const { object } of await objectsOfArguments(session)) {
      const text = object.metadata.annotations?.[LAST_APPLIED];
      if (text !== undefined) shown.push(JSON.parse(text));
    }
    if (format !== "yaml" && format !== "json")
      throw new CommandFailure(
        `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json\nSee 'kubectl apply view-last-applied -h' for help and examples`,
      );
    for (const value of shown) session.print(format === "json" ? `${JSON.stringify(value, undefined, 2)}\n` : toYaml(value));
  },
});

/** `kubectl apply set-last-applied`. */
export const setLastAppliedCommand: Command = defineCommand({
  path: "apply set-last-applied",
  usage: "-f FILENAME",
  flags: flagTable("filename,f list", "create-annotation bool", "dry-run string=unchanged", "output,o string", ...TEMPLATE_FLAGS),
  run: async (session) => {
    const dryRun = dryRunOf(session);
    const changes: {
      readonly item: Awaited<ReturnType<typeof readManifests>>[number];
      readonly live: Manifest;
      readonly patch: unknown;
    }[] = [];
    for (const item of await readManifests(session)) {
      const live = await session.get(item.row, item.object.metadata.name, item.namespace);
      const known = live.metadata.annotations?.[LAST_APPLIED];
      if (known === undefined && !session.args.on("create-annotation"))
        throw new CommandFailure(
          `no last-applied-configuration annotation found on resource: ${live.metadata.name}, to create the annotation, run the command with --create-annotation`,
        );
      const object = placed(item);
      const before = { metadata: { annotations: { ...object.metadata.annotations } } };
      const after = { metadata: { annotations: withItselfApplied(object).metadata.annotations ?? {} } };
      if (known !== undefined && known === after.metadata.annotations[LAST_APPLIED]) {
        session.line(`set-last-applied ${live.metadata.name}: no changes required.`);
        continue;
      }
      changes.push({ item, live, patch: mergePatchBetween(before, after) ?? {} });
    }
    for (const { item, live, patch } of changes) {
      const target = { name: live.metadata.name, namespace: item.namespace };
      const query = dryRunQuery(dryRun);
      const done = dryRun === "client" ? live : await session.patch(item.row, target, { type: "merge", body: patch, query });
      printResult(session, item.row, done, "configured", dryRun);
    }
  },
});

/** `kubectl apply edit-last-applied`. */
export const editLastAppliedCommand: Command = defineCommand({
  path: "apply edit-last-applied",
  usage: "(RESOURCE/NAME | -f FILENAME)",
  flags: flagTable(
    ...FILE_FLAGS,
    "output,o string",
    "validate string=strict",
    "field-manager string",
    "windows-line-endings bool",
    RECORD_FLAG,
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    if (session.machine === undefined)
      throw new CommandFailure("kubectl apply edit-last-applied is not available here; use kubectl apply set-last-applied -f -");
    await editLastApplied(session, session.machine, await objectsOfArguments(session, { allowAll: true }));
  },
});
