import { join } from "node:path";
import { FIELD_NOTES } from "./field-notes.ts";
import { countFields, type Field, readSources, SPECS, unreadFields } from "./unread-fields.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Fields of the looked-through kinds that no code reads. */
export const findUnread = (): readonly Field[] => unreadFields(Object.values(SPECS), readSources(ROOT));

/** Renders the lines of the page on fields without an effect. */
export const renderFields = (): readonly string[] => {
  const unread = findUnread();
  const kinds = Object.keys(SPECS);
  return [
    `The specs of ${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)} have ${countFields(Object.values(SPECS))} fields, all of which are accepted, checked, stored and shown. ${unread.length} have no effect in a simulated cluster; a test compares this list with the code that reads fields.`,
    "",
    ...FIELD_NOTES.map(({ note, fields }) => `- ${note} ${fields.map((field) => `\`${field}\``).join(", ")}.`),
  ];
};
