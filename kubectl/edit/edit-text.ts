import { parseYaml } from "../parse/yaml-parse.ts";
import { toJson } from "../print/json-text.ts";
import { toKyaml } from "../print/kyaml-text.ts";
import { listOf } from "../print/objects.ts";
import { toYaml } from "../print/yaml-text.ts";
import { WaitLimitReached } from "../session/capped-clock.ts";
import { CommandFailure } from "../session/errors.ts";
import { kindOfObject } from "../session/kinds.ts";
import type { Machine } from "../session/machine.ts";
import type { Manifest, Session } from "../session/session.ts";
import { type EditReason, editHeader } from "./edit-header.ts";
import { openEditor, stripComments } from "./editor.ts";

/** Objects in a file to edit, with the function that saves them. */
export interface Edit {
  /** Comment at the top of the file. */
  readonly introduction: string;
  readonly objects: readonly Manifest[];
  /** Name of the first object in messages: `configmaps "a"`. */
  readonly title: string;
  /** Saves the edited objects. @returns reasons to edit the file again */
  save(edited: readonly Manifest[]): Promise<readonly EditReason[]>;
}

/** Opens a text in the editor until it can be saved or is abandoned; an unsaved text stays in its file. */
export const editText = async (session: Session, machine: Machine, edit: Edit): Promise<void> => {
  const isJson = session.args.text("output") === "json";
  const original = fileText(session, edit.objects);
  const file = machine.temporaryFile("kubectl-edit-", isJson ? ".json" : ".yaml");
  let reasons: readonly EditReason[] = [];
  let edited = original;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    machine.writeFile(file, (isJson ? "" : editHeader(edit.introduction, reasons)) + edited);
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
      session.note(`error: ${edit.title} is invalid`);
      reasons = [{ head: `${edit.title} was not valid`, causes: [`<nil>: Invalid value: "The edited file failed validation": ${parsed}`] }];
      continue;
    }
    if (edited === original) {
      machine.removeFile(file);
      return session.note("Edit cancelled, no changes made.");
    }
    const unknownKind = await unknownKindError(session, parsed);
    if (unknownKind !== undefined) {
      reasons = [{ head: `The edited file had a syntax error: ${unknownKind}`, causes: [] }];
      continue;
    }
    reasons = await edit.save(parsed).catch((failure: unknown) => {
      if (!(failure instanceof CommandFailure)) keep(session, file, "");
      else if (!failure.isComplete) throw keep(session, file, failure.message);
      else session.note(failure.message.replaceAll("%FILE", file));
      throw failure instanceof CommandFailure ? new CommandFailure("", { complete: true }) : failure;
    });
    if (reasons.length > 0) continue;
    machine.removeFile(file);
    return;
  }
  throw new WaitLimitReached();
};

/** Initial text of the file. */
const fileText = ({ args }: Session, objects: readonly Manifest[]): string => {
  const format = args.text("output") || "yaml";
  const only = objects.length === 1 ? objects[0] : { ...listOf(objects), metadata: {} };
  const print = FILE_FORMATS[format];
  if (print === undefined)
    throw new CommandFailure(
      `unable to match a printer suitable for the output format ${JSON.stringify(format)}, allowed formats are: ${Object.keys(FILE_FORMATS).join(",")}`,
    );
  return print(only);
};

const FILE_FORMATS: Readonly<Record<string, (value: unknown) => string>> = { json: toJson, kyaml: toKyaml, yaml: toYaml };

/** Error for an edited object whose kind the server does not know; undefined when all kinds are known. */
const unknownKindError = async (session: Session, edited: readonly Manifest[]): Promise<string | undefined> => {
  for (const { apiVersion, kind } of edited)
    if ((await kindOfObject(session, apiVersion, kind)) === undefined)
      return `unable to recognize "edited-file": no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
  return undefined;
};

/** Maximum number of times that the editor is opened, for one that breaks the text each time. */
const ROUNDS_MAX = 16;

const keep = (session: Session, file: string, message: string): CommandFailure => {
  session.note(`A copy of your changes has been stored to ${JSON.stringify(file)}`);
  return new CommandFailure(message);
};

/** Parses the edited objects; a text is the error. */
const parseEdited = (text: string): readonly Manifest[] | string => {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed.message;
  const [document] = parsed.documents as readonly (Manifest & { readonly items?: readonly Manifest[] })[];
  if (document === undefined || typeof document !== "object") return "invalid object to validate";
  const missing = (["apiVersion", "kind"] as const).filter((field) => !document[field]).map((field) => `${field} not set`);
  if (missing.length > 0) return missing.length === 1 ? (missing[0] as string) : `[${missing.join(", ")}]`;
  return document.kind === "List" ? (document.items ?? []) : [document];
};
