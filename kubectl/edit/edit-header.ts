import type { StatusFailure } from "../session/errors.ts";

/** Reason to edit a file again. */
export interface EditReason {
  readonly head: string;
  readonly causes: readonly string[];
}

/** Renders the comment at the top of a file to edit. */
export const editHeader = (introduction: string, reasons: readonly EditReason[]): string => {
  let text = introduction;
  for (const { head, causes } of reasons) {
    text += `# ${hashed(head)}${causes.length > 0 ? ":" : ""}\n`;
    for (const cause of causes) text += `# * ${hashed(cause)}\n`;
    text += "#\n";
  }
  return text;
};

/** Comment above an object. */
export const EDIT_OBJECT = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

/** Comment above a last applied configuration. */
export const EDIT_LAST_APPLIED = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;

const hashed = (text: string): string => text.replace(/\n(?!#)(?=.)/gs, "\n# ");

/** Reason to edit again, from an answer of the server. */
export const reasonOf = (failure: StatusFailure, title: string): EditReason => ({
  head: `${title} was not valid`,
  causes: (failure.status.details?.causes ?? []).map(({ field, message }) => `${field ?? ""}: ${message ?? ""}`),
});
