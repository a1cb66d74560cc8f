import { canonicalJson } from "#core/canonical-json.ts";
import type { PatchType } from "#kube/cluster-port.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { type Command, defineCommand } from "../command.ts";
import { dryRunOf, dryRunQuery } from "../dry-run.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { objectsOfArguments } from "../objects-of-arguments.ts";
import { printResult } from "../print/result.ts";
import type { Manifest, Session } from "../session.ts";
import { parseYaml } from "../yaml-parse.ts";

/** `kubectl patch`. */
export const patchCommand: Command = defineCommand({
  path: "patch",
  usage: "(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE] [options]",
  flags: flagTable(
    "patch,p string",
    "patch-file string",
    "type string",
    "filename,f list",
    "output,o string",
    "dry-run string=unchanged",
    "subresource string",
    "local bool",
    "field-manager string",
    "show-managed-fields bool",
    "recursive,R bool",
    "kustomize,k string",
    "allow-missing-template-keys bool",
    "template string",
  ),
  run: async (session) => {
    const type = patchTypeOf(session);
    const body = readPatch(session);
    const dryRun = dryRunOf(session);
    const subresource = session.args.text("subresource");
    for (const { row, object, namespace } of await objectsOfArguments(session)) {
      const target = { name: object.metadata.name, namespace };
      if (type === "strategic" && objectShape(row.kind) === undefined) {
        throw new CommandFailure(
          "strategic merge patch is not supported for this kind, use --type=merge: application/strategic-merge-patch+json is not supported",
        );
      }
      const request = {
        type,
        body,
        subresource,
        query: dryRunQuery(dryRun),
        fieldManager: session.args.text("field-manager") ?? "kubectl-patch",
      };
      const patched = dryRun === "client" ? object : await session.patch(row, target, request);
      const isSame =
        dryRun === "none" &&
        patched.metadata.resourceVersion === object.metadata.resourceVersion &&
        canonicalJson(patched) === canonicalJson(object);
      printResult(session, row, patched, isSame ? "patched (no change)" : "patched", dryRun);
    }
  },
});

const TYPES: Readonly<Record<string, PatchType>> = { json: "json", merge: "merge", strategic: "strategic" };

const patchTypeOf = (session: Session): PatchType => {
  const name = session.args.text("type") ?? "strategic";
  const type = TYPES[name.toLowerCase()];
  if (type === undefined)
    throw new CommandFailure(
      `--type must be one of [json merge strategic], not ${JSON.stringify(name)}\nSee 'kubectl patch -h' for help and examples`,
    );
  return type;
};

const readPatch = (session: Session): unknown => {
  const { args } = session;
  const file = args.text("patch-file");
  if (args.has("patch") === (file !== undefined))
    throw new CommandFailure(
      file === undefined
        ? "must specify --patch or --patch-file containing the contents of the patch\nSee 'kubectl patch -h' for help and examples"
        : "cannot specify --patch and --patch-file together",
    );
  const text =
    file === undefined ? (args.text("patch") as string) : file === "-" || file === "/dev/stdin" ? session.stdin : session.readFile(file);
  if (text === undefined) throw new CommandFailure(`unable to read patch file: open ${file}: no such file or directory`);
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new CommandFailure(`unable to parse ${JSON.stringify(text)}: yaml: line ${parsed.line}: ${parsed.message}`);
  return parsed.documents[0] as Manifest;
};
