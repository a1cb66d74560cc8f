import type { ResourceRow } from "#kube/resources.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { withLastApplied } from "../apply/last-applied.ts";
import { mergePatchBetween } from "../apply/merge-patch-between.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import { WaitLimitReached } from "../capped-clock.ts";
import { validationQuery } from "../dry-run.ts";
import { CommandFailure, StatusFailure } from "../errors.ts";
import { kindOfObject } from "../kinds.ts";
import { parseYaml } from "../parse/yaml-parse.ts";
import { toJson } from "../print/json-text.ts";
import { toKyaml } from "../print/kyaml-text.ts";
import { cleanObject, listOf } from "../print/objects.ts";
import { printResult } from "../print/result.ts";
import { toYaml } from "../print/yaml-text.ts";
import type { Machine } from "../program/machine.ts";
import { type Manifest, resourcePath, type Session } from "../session.ts";
import type { Found } from "../targets.ts";
import { type EditReason, editHeader, reasonOf } from "./edit-header.ts";
import { openEditor, stripComments } from "./editor.ts";

/** Lets the user edit objects, patches what was changed, and opens the file again with what the server did not like. */
export const editObjects = async (session: Session, machine: Machine, found: readonly Found[]): Promise<void> => {
  const isJson = session.args.text("output") === "json";
  const original = fileText(session, found);
  const file = machine.temporaryFile("kubectl-edit-", isJson ? ".json" : ".yaml");
  let reasons: readonly EditReason[] = [];
  let edited = original;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    machine.writeFile(file, (isJson ? "" : editHeader(reasons)) + edited);
    try {
      openEditor(machine, file);
    } catch (failure) {
      machine.removeFile(file);
      throw failure;
    }
    const before = edited;
    edited = stripComments(machine.readFile(file) ?? "");
    if (reasons.length > 0 && edited === before) throw keep(session, file, "Edit cancelled, no valid changes were saved.");
    const parsed = parseEdited(edited);
    if (typeof parsed === "string") {
      const title = titleOf(found[0] as Found);
      session.note(`error: ${title} is invalid`);
      reasons = [{ head: `${title} was not valid`, causes: [`<nil>: Invalid value: "The edited file failed validation": ${parsed}`] }];
      continue;
    }
    if (edited === original) {
      machine.removeFile(file);
      return session.note("Edit cancelled, no changes made.");
    }
    const stranger = await strangerOf(session, parsed);
    if (stranger !== undefined) {
      reasons = [{ head: `The edited file had a syntax error: ${stranger}`, causes: [] }];
      continue;
    }
    reasons = await patchEdited(session, found, parsed).catch((failure: unknown) => {
      if (failure instanceof CommandFailure && !failure.isComplete) throw keep(session, file, failure.message);
      if (failure instanceof CommandFailure) session.note(failure.message.replaceAll("%FILE", file));
      throw new CommandFailure("", { complete: true });
    });
    if (reasons.length > 0) continue;
    machine.removeFile(file);
    return;
  }
  throw new WaitLimitReached();
};

/** The objects as their file shows them at first. */
const fileText = ({ args }: Session, found: readonly Found[]): string => {
  const format = args.text("output") || "yaml";
  const objects = found.map(({ object }) => cleanObject(object));
  const only = objects.length === 1 ? objects[0] : { ...listOf(objects), metadata: {} };
  const print = FILE_FORMATS[format];
  if (print === undefined)
    throw new CommandFailure(
      `unable to match a printer suitable for the output format ${JSON.stringify(format)}, allowed formats are: ${Object.keys(FILE_FORMATS).join(",")}`,
    );
  return print(only);
};

const FILE_FORMATS: Readonly<Record<string, (value: unknown) => string>> = { json: toJson, kyaml: toKyaml, yaml: toYaml };

/** Why an edited object is of no kind that the server knows. */
const strangerOf = async (session: Session, edited: readonly Manifest[]): Promise<string | undefined> => {
  for (const { apiVersion, kind } of edited)
    if ((await kindOfObject(session, apiVersion, kind)) === undefined)
      return `unable to recognize "edited-file": no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
  return undefined;
};

/** An editor that breaks the text anew each time would never end; so often it is opened at most. */
const ROUNDS_MAX = 16;

const keep = (session: Session, file: string, message: string): CommandFailure => {
  session.note(`A copy of your changes has been stored to ${JSON.stringify(file)}`);
  return new CommandFailure(message);
};

const titleOf = ({ row, object }: Found): string => `${row.resource} ${JSON.stringify(object.metadata.name)}`;

/** The edited objects, or what is wrong with the text. */
const parseEdited = (text: string): readonly Manifest[] | string => {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed.message;
  const [document] = parsed.documents as readonly (Manifest & { readonly items?: readonly Manifest[] })[];
  if (document === undefined || typeof document !== "object") return "invalid object to validate";
  const missing = (["apiVersion", "kind"] as const).filter((field) => !document[field]).map((field) => `${field} not set`);
  if (missing.length > 0) return missing.length === 1 ? (missing[0] as string) : `[${missing.join(", ")}]`;
  return document.kind === "List" ? (document.items ?? []) : [document];
};

/** Patches each object that was changed. @returns why the file must be edited again */
const patchEdited = async (session: Session, found: readonly Found[], edited: readonly Manifest[]): Promise<readonly EditReason[]> => {
  const reasons: EditReason[] = [];
  for (const object of edited) {
    const item = found.find((candidate) => candidate.object.metadata.uid === object.metadata?.uid);
    if (item === undefined) throw new CommandFailure(`no original object found for ${JSON.stringify(object)}`);
    try {
      await patchOne(session, item, object);
    } catch (failure) {
      if (!(failure instanceof StatusFailure)) throw failure;
      reasons.push(refused(session, failure, titleOf(item)));
    }
  }
  return reasons;
};

const refused = (session: Session, failure: StatusFailure, title: string): EditReason => {
  if (failure.status.reason === "Invalid") {
    session.note(`error: ${title} is invalid`);
    return reasonOf(failure, title);
  }
  if (failure.status.reason === "NotFound") {
    session.note(`error: ${title} could not be found on the server`);
    throw new CommandFailure('The edits you made on deleted resources have been saved to "%FILE"', { complete: true });
  }
  session.note(`error: ${title} could not be patched: ${failure.status.message ?? ""}`);
  throw new CommandFailure("You can run `kubectl replace -f %FILE` to try this update again.", { complete: true });
};

const patchOne = async (session: Session, { row, object: original }: Found, changed: Manifest): Promise<void> => {
  const before = cleanObject(original);
  const edited = session.args.on("save-config")
    ? withConfig(await session.read({ path: pathOf(row, original), managedFields: true }), changed)
    : changed;
  if (before.apiVersion !== edited.apiVersion || before.kind !== edited.kind || before.metadata.name !== edited.metadata.name)
    throw new CommandFailure("At least one of apiVersion, kind and name was changed");
  const isTyped = objectShape(row.kind) !== undefined;
  const body = isTyped
    ? threeWayPatch(row.kind, { original: before, modified: edited, current: before })
    : (mergePatchBetween(before, edited) ?? {});
  if (Object.keys(body).length === 0) return printResult(session, row, original, "skipped");
  if (session.args.on("output-patch")) session.line(`Patch: ${JSON.stringify(body)}`);
  const patched = await session.patch(
    row,
    { name: original.metadata.name, namespace: original.metadata.namespace },
    {
      type: isTyped ? "strategic" : "merge",
      body,
      subresource: session.args.text("subresource"),
      query: validationQuery(session),
      fieldManager: session.args.text("field-manager") ?? "kubectl-edit",
    },
  );
  printResult(session, row, patched, "edited");
};

const pathOf = (row: ResourceRow, { metadata }: Manifest): string => resourcePath(row, metadata.namespace, metadata.name);

/** The edited object with itself in the annotation of `apply`, and with the managers of its fields there. */
const withConfig = (live: Manifest, edited: Manifest): Manifest => {
  const { metadata } = live;
  const { metadata: saved } = withLastApplied({ ...edited, metadata: { ...edited.metadata, managedFields: metadata.managedFields ?? [] } });
  return { ...edited, metadata: { ...edited.metadata, annotations: saved.annotations ?? {} } };
};
