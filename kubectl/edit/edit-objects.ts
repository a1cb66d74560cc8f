import type { ResourceRow } from "#kube/objects/resources.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { withLastApplied } from "../apply/last-applied.ts";
import { mergePatchBetween } from "../apply/merge-patch-between.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import type { Found } from "../command-line/targets.ts";
import { cleanObject } from "../print/objects.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { validationQuery } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";
import { EDIT_OBJECT, type EditReason, reasonOf } from "./edit-header.ts";
import { editText } from "./edit-text.ts";

/** Opens objects in the editor, patches the changed ones, and opens the file again after a rejection by the server. */
export const editObjects = (session: Session, machine: Machine, found: readonly Found[]): Promise<void> =>
  editText(session, machine, {
    introduction: EDIT_OBJECT,
    objects: found.map(({ object }) => cleanObject(object)),
    title: titleOf(found[0] as Found),
    save: (edited) => patchEdited(session, found, edited),
  });

/** Name of an edited object in messages. */
export const titleOf = ({ row, object }: Pick<Found, "row" | "object">): string =>
  `${row.resource} ${JSON.stringify(object.metadata.name)}`;

/** Patches each changed object. @returns reasons to edit the file again */
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
  const configured = session.args.on("save-config")
    ? withConfig(await session.read({ path: pathOf(row, original), managedFields: true }), changed)
    : changed;
  const edited = withChangeCause(session, configured);
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

/** Adds the annotation of `apply` to an edited object, with the object itself and the live managedFields in it. */
const withConfig = (live: Manifest, edited: Manifest): Manifest => {
  const { metadata } = live;
  const { metadata: saved } = withLastApplied({ ...edited, metadata: { ...edited.metadata, managedFields: metadata.managedFields ?? [] } });
  return { ...edited, metadata: { ...edited.metadata, annotations: saved.annotations ?? {} } };
};
