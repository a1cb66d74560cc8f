import { withLastApplied } from "../apply/last-applied.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { validationQuery } from "../session/dry-run.ts";
import { throwAll } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";
import { type ManifestItem, placed, readManifestsLeniently } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";
import { EDIT_OBJECT } from "./edit-header.ts";
import { titleOf } from "./edit-objects.ts";
import { editText } from "./edit-text.ts";

/** Opens manifests in the editor one after the other, and creates those that were changed. */
export const editBeforeCreate = async (session: Session, machine: Machine): Promise<void> => {
  const { items, failures } = await readManifestsLeniently(session, { isValidated: true });
  const errors = [...failures];
  for (const item of items) {
    try {
      const object = placed(item);
      await editText(session, machine, {
        introduction: EDIT_OBJECT,
        objects: [object],
        title: titleOf({ row: item.row, object }),
        save: async (edited) => {
          for (const one of edited) await create(session, item, one);
          return [];
        },
      });
    } catch (failure) {
      errors.push(failure as Error);
    }
  }
  throwAll(errors);
};

const create = async (session: Session, { row, namespace }: ManifestItem, edited: Manifest): Promise<void> => {
  const object = withChangeCause(session, session.args.on("save-config") ? withLastApplied(edited) : edited);
  const created = await session.write({
    method: "POST",
    path: resourcePath(row, namespace),
    body: object,
    query: validationQuery(session),
    fieldManager: session.args.text("field-manager") ?? "kubectl-create",
  });
  printResult(session, row, created, "created");
};
