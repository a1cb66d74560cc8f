import { isSameJson } from "#core/canonical-json.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import { applyJsonPatch, type JsonPatchOperation } from "#kube/patch-algorithms/json-patch.ts";
import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { applyStrategicMergePatch } from "#kube/patch-algorithms/strategic-merge-patch.ts";
import type { PatchType } from "#kube/ports/cluster-port.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { type ArgumentObject, readArguments } from "../command-line/objects-of-arguments.ts";
import { jsonProblem, parseYaml } from "../parse/yaml-parse.ts";
import { printResult } from "../print/result.ts";
import { changeCausePatch } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure, throwAll } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl patch`. */
export const patchCommand: Command = defineCommand({
  path: "patch",
  usage: "(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE] [options]",
  flags: flagTable(
    "patch,p string",
    "patch-file string",
    "type string",
    ...FILE_FLAGS,
    "output,o string",
    "dry-run string=unchanged",
    "subresource string",
    "local bool",
    "field-manager string",
    "show-managed-fields bool",
    "allow-missing-template-keys bool",
    "template string",
    RECORD_FLAG,
  ),
  run: async (session) => {
    const type = patchTypeOf(session);
    const body = readPatch(session);
    const dryRun = dryRunOf(session);
    const { items, failures } = await readArguments(session);
    const errors = [...failures];
    for (const item of items) {
      try {
        const isLocal = session.args.on("local") || dryRun === "client";
        const changed = isLocal ? patchLocally(item, type, body) : await patchOne(session, item, { type, body });
        const isSame = isSameJson(changed, item.object);
        const patched = isLocal ? changed : await record(session, item, changed);
        session.printedDocuments = 0;
        printResult(session, item.row, patched, isSame ? "patched (no change)" : "patched");
      } catch (failure) {
        errors.push(failure as Error);
      }
    }
    throwAll(errors);
    if (items.length === 0) throw new CommandFailure("no objects passed to patch");
  },
});

/** Records the command line as the change cause, in a patch of its own. */
const record = (session: Session, item: ArgumentObject, patched: Manifest): Manifest | Promise<Manifest> => {
  const cause = changeCausePatch(session);
  return cause === undefined ? patched : patchOne(session, item, { type: "merge", body: cause });
};

const patchOne = async (
  session: Session,
  { row, object, namespace }: ArgumentObject,
  { type, body }: { readonly type: PatchType; readonly body: unknown },
): Promise<Manifest> => {
  try {
    return await session.patch(
      row,
      { name: object.metadata.name, namespace },
      {
        type,
        body,
        subresource: session.args.text("subresource"),
        query: dryRunQuery(dryRunOf(session)),
        fieldManager: session.args.text("field-manager") ?? "kubectl-patch",
      },
    );
  } catch (failure) {
    if (!(failure instanceof StatusFailure) || failure.status.code !== 415) throw failure;
    throw new CommandFailure(
      `${MEDIA_TYPES[type]} is not supported by ${apiVersionOf(row)}, Kind=${row.kind}: ${failure.status.message ?? ""}`,
    );
  }
};

const MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** Applies the patch locally, without the server. */
const patchLocally = ({ row, object }: ArgumentObject, type: PatchType, body: unknown): Manifest => {
  if (type === "merge") return applyMergePatch(object, body) as Manifest;
  if (type === "strategic" && objectShape(row.kind) === undefined)
    throw new CommandFailure(
      `strategic merge patch is not supported for ${row.group}/${row.version}, Kind=${row.kind} locally, try --type merge`,
    );
  const patched =
    type === "json" ? applyJsonPatch(object, body as readonly JsonPatchOperation[]) : applyStrategicMergePatch(row.kind, object, body);
  if (patched.ok) return patched.value as Manifest;
  throw new CommandFailure(typeof patched.error === "string" ? patched.error : patched.error.message);
};

const TYPES: Readonly<Record<string, PatchType>> = { json: "json", merge: "merge", strategic: "strategic" };

const patchTypeOf = (session: Session): PatchType => {
  const name = session.args.text("type") ?? "strategic";
  const type = TYPES[name.toLowerCase()];
  if (type === undefined) throw new CommandFailure(`--type must be one of [json merge strategic], not ${JSON.stringify(name)}`);
  return type;
};

const readPatch = (session: Session): unknown => {
  const { args } = session;
  const file = args.text("patch-file");
  if (Boolean(args.text("patch")) === (file !== undefined))
    throw new CommandFailure(
      file === undefined
        ? "must specify --patch or --patch-file containing the contents of the patch"
        : "cannot specify --patch and --patch-file together",
    );
  const text =
    file === undefined ? (args.text("patch") as string) : file === "-" || file === "/dev/stdin" ? session.stdin : session.readFile(file);
  if (text === undefined) throw new CommandFailure(`unable to read patch file: open ${file}: no such file or directory`);
  const problem = /^\s*\{/.test(text) ? jsonProblem(text) : undefined;
  if (problem !== undefined) throw new CommandFailure(`Error from server (BadRequest): ${problem}`, { complete: true });
  const parsed = parseYaml(text);
  if (!parsed.ok)
    throw new CommandFailure(
      `unable to parse ${JSON.stringify(args.text("patch") ?? "")}: ${parsed.message.replace("error converting YAML to JSON: ", "")}`,
    );
  return parsed.documents[0] as Manifest;
};
