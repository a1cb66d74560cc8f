import { withLastApplied } from "../apply/last-applied.ts";
import { type Command, defineCommand } from "../command.ts";
import { dryRunOf, dryRunQuery, validationQuery } from "../dry-run.ts";
import { CommandFailure, throwAll, withSource } from "../errors.ts";
import { FILE_FLAGS, flagTable } from "../flags.ts";
import { placed, readManifestsLeniently } from "../manifests.ts";
import { printResult } from "../print/result.ts";
import { checkRaw, writeRaw } from "../raw-request.ts";
import { resourcePath } from "../session.ts";

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
  ),
  run: async (session) => {
    const { args } = session;
    const raw = args.text("raw");
    if (raw) {
      checkRaw(session, raw, { needsFile: true });
      return writeRaw(session, "POST", raw);
    }
    if (args.on("edit")) throw new CommandFailure("--edit is not available here: give the manifest with -f -");
    if (!args.has("filename") && !args.has("kustomize")) {
      if (args.words.length > 0)
        throw new CommandFailure(`Unexpected args: [${args.words.join(" ")}]\nSee 'kubectl create -h' for help and examples`);
      throw new CommandFailure("must specify one of -f and -k");
    }
    const dryRun = dryRunOf(session);
    const { items, failures } = await readManifestsLeniently(session);
    if (items.length === 0 && failures.length === 0) throw new CommandFailure("no objects passed to create");
    const errors = [...failures];
    for (const item of items) {
      const object = args.on("save-config") ? withLastApplied(placed(item)) : placed(item);
      try {
        const query = { ...validationQuery(session), ...dryRunQuery(dryRun) };
        const write = {
          method: "POST",
          path: resourcePath(item.row, item.namespace),
          body: object,
          query,
          fieldManager: args.text("field-manager") ?? "kubectl-create",
        } as const;
        printResult(session, item.row, dryRun === "client" ? object : await session.write(write), "created", dryRun);
      } catch (failure) {
        errors.push(withSource(failure, "creating", item.source) as Error);
      }
    }
    throwAll(errors);
  },
});
