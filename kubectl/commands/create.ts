import { withLastApplied } from "../apply/last-applied.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { editBeforeCreate } from "../edit/edit-before-create.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { type DryRun, dryRunOf, dryRunQuery, validationQuery } from "../session/dry-run.ts";
import { CommandFailure, throwAll, withSource } from "../session/errors.ts";
import { type ManifestItem, placed, readManifestsLeniently } from "../session/manifests.ts";
import { checkRaw, writeRaw } from "../session/raw-request.ts";
import { resourcePath, type Session } from "../session/session.ts";

/** `kubectl create -f`. */
export const createCommand: Command = defineCommand({
  path: "create",
  usage: "-f FILENAME [options]",
  flags: flagTable(
    ...FILE_FLAGS,
    "output,o string",
    "dry-run string=unchanged",
    "validate string=strict",
    "save-config bool",
    "field-manager string",
    "selector,l string",
    "show-managed-fields bool",
    "edit bool",
    "raw string",
    "windows-line-endings bool",
    "allow-missing-template-keys bool",
    "template string",
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { args } = session;
    const raw = args.text("raw");
    if (raw) {
      checkRaw(session, raw, { needsFile: true });
      return writeRaw(session, "POST", raw);
    }
    if (args.on("edit") && session.machine === undefined)
      throw new CommandFailure("--edit is not available here: give the manifest with -f -");
    if (!args.has("filename") && !args.has("kustomize")) {
      if (args.words.length > 0)
        throw new CommandFailure(`Unexpected args: [${args.words.join(" ")}]\nSee 'kubectl create -h' for help and examples`);
      throw new CommandFailure("must specify one of -f and -k");
    }
    if (args.on("edit") && session.machine !== undefined) return editBeforeCreate(session, session.machine);
    const dryRun = dryRunOf(session);
    const { all } = await readManifestsLeniently(session, { isValidated: true });
    if (all.length === 0) throw new CommandFailure("no objects passed to create");
    const errors: Error[] = [];
    for (const entry of all) {
      if (entry instanceof Error) errors.push(entry);
      else
        await createOne(session, entry, dryRun).catch((failure: unknown) =>
          errors.push(withSource(failure, "creating", entry.source) as Error),
        );
    }
    throwAll(errors);
  },
});

const createOne = async (session: Session, item: ManifestItem, dryRun: DryRun): Promise<void> => {
  const { args } = session;
  const object = withChangeCause(session, args.on("save-config") ? withLastApplied(placed(item)) : placed(item));
  const write = {
    method: "POST",
    path: resourcePath(item.row, item.namespace),
    body: object,
    query: { ...validationQuery(session), ...dryRunQuery(dryRun) },
    fieldManager: args.text("field-manager") ?? "kubectl-create",
  } as const;
  printResult(session, item.row, dryRun === "client" ? object : await session.write(write), "created", dryRun);
};
