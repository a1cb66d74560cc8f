import { objectShape } from "#kube/schema/field-type.ts";
import { mergePatchBetween } from "../apply/merge-patch-between.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import { WaitLimitReached } from "../capped-clock.ts";
import { validationQuery } from "../dry-run.ts";
import { CommandFailure, StatusFailure } from "../errors.ts";
import { parseYaml } from "../parse/yaml-parse.ts";
import { toJson } from "../print/json-text.ts";
import { cleanObject, listOf } from "../print/objects.ts";
import { printResult } from "../print/result.ts";
import { toYaml } from "../print/yaml-text.ts";
import type { Machine } from "../program/machine.ts";
import type { Manifest, Session } from "../session.ts";
import type { Found } from "../targets.ts";
import { type EditReason, editHeader, reasonOf } from "./edit-header.ts";
import { openEditor, stripComments } from "./editor.ts";

/** Lets the user edit objects, patches what was changed, and opens the file again with what the server did not like. */
export const editObjects = async (session: Session, machine: Machine, found: readonly Found[]): Promise<void> => {
  const isJson = session.args.text("output") === "json";
  const objects = found.map(({ object }) => cleanObject(object));
  const only = objects.length === 1 ? objects[0] : { ...listOf(objects), metadata: {} };
  const original = isJson ? toJson(only) : toYaml(only);
  const file = machine.temporaryFile("kubectl-edit-", isJson ? ".json" : ".yaml");
  let reasons: readonly EditReason[] = [];
  let edited = original;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    machine.writeFile(file, editHeader(reasons) + edited);
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

const patchOne = async (session: Session, { row, object: original }: Found, edited: Manifest): Promise<void> => {
  const before = cleanObject(original);
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
  printEdited(session, { row, object: patched });
};

/** `-o` names the format of the file, not that of what is said. */
const printEdited = (session: Session, { row, object }: Found): void =>
  session.line(`${row.group === "" ? row.singular : `${row.singular}.${row.group}`}/${object.metadata.name} edited`);
