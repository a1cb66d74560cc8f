import { readLastApplied, withItselfApplied } from "../apply/last-applied.ts";
import { mergePatchBetween } from "../apply/merge-patch-between.ts";
import type { ArgumentObject } from "../command-line/objects-of-arguments.ts";
import { toCompactJson } from "../print/json-text.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { validationQuery } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";
import type { Manifest, Session } from "../session/session.ts";
import { EDIT_LAST_APPLIED } from "./edit-header.ts";
import { titleOf } from "./edit-objects.ts";
import { editText } from "./edit-text.ts";

/**
 * Opens the last applied configurations of objects in the editor, and writes them to their annotations; the objects are
 * not changed otherwise.
 */
export const editLastApplied = async (session: Session, machine: Machine, found: readonly ArgumentObject[]): Promise<void> => {
  const applied = found.flatMap((item) => {
    const object = readLastApplied(item.object);
    return object === undefined ? [] : [{ ...item, object: object as Manifest }];
  });
  const [first] = applied;
  if (first === undefined)
    throw new CommandFailure(
      "no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`",
    );
  await editText(session, machine, {
    introduction: EDIT_LAST_APPLIED,
    objects: applied.map(({ object }) => object),
    title: titleOf(first),
    save: async (edited) => {
      for (const object of edited) await saveOne(session, applied, object);
      return [];
    },
  });
};

const saveOne = async (session: Session, applied: readonly ArgumentObject[], changed: Manifest): Promise<void> => {
  const edited = withChangeCause(session, changed);
  const { kind, metadata } = edited;
  const item =
    applied.find(({ object }) => object.kind === kind && object.metadata.name === metadata.name) ?? (applied[0] as ArgumentObject);
  // What was applied carries no uid by which objects are told apart: each is compared with the first.
  if (toCompactJson((applied[0] as ArgumentObject).object) === toCompactJson(edited))
    return printResult(session, item.row, edited, "skipped");
  await session.patch(
    item.row,
    { name: metadata.name, namespace: item.namespace },
    {
      type: "merge",
      body: mergePatchBetween(edited, withItselfApplied(edited)) ?? {},
      query: validationQuery(session),
      fieldManager: session.args.text("field-manager") ?? "kubectl-client-side-apply",
    },
  );
  printResult(session, item.row, edited, "edited");
};
