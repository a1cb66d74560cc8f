import type { Rng } from "#core/rng.ts";
import { PHRASES, type PhraseName } from "./phrases.ts";

/** Says what is to be said in words that are drawn, and not twice running in the same. */
export interface Speaker {
  /** @param slots texts by name, for the places `{name}` of a phrase; `{Name}` takes the same with a capital */
  say(phrase: PhraseName, slots?: Readonly<Record<string, string>>): string;
}

/** Opens a speaker whose words depend on the stream alone. */
export const openSpeaker = (rng: Rng): Speaker => {
  const said = new Map<PhraseName, string>();
  let count = 0;
  return {
    say: (phrase, slots = {}) => {
      const forms = (PHRASES[phrase] as readonly string[]).filter((form) => form !== said.get(phrase));
      const form = rng.stream(`${count++} ${phrase}`).pick(forms);
      said.set(phrase, form);
      const filled = form.replace(/\{(\w)(\w*)\}/g, (_, first: string, rest: string) => {
        const text = slots[first.toLowerCase() + rest] ?? "";
        return first === first.toLowerCase() ? text : capitalise(text);
      });
      // What was cut short has its dots already.
      return filled.replaceAll("....", "...");
    },
  };
};

/** The text with a capital at its beginning, unless it begins with an object's name. */
export const capitalise = (text: string): string => (/^\S*[/\d-]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
