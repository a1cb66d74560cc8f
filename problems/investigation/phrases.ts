import { GUESS_PHRASES } from "./guess-phrases.ts";
import { LEAD_PHRASES } from "./lead-phrases.ts";
import { REPAIR_PHRASES } from "./repair-phrases.ts";
import { SURVEY_PHRASES } from "./survey-phrases.ts";

/**
 * Forms of sentences by what they say, six or more of each, with places such as `{clue}` for what was seen; `{Clue}` is the same with a
 * capital. A form has to follow from what was seen, whatever that was.
 */
export type Phrases = Readonly<Record<string, readonly string[]>>;

/** All that agents say. */
export const PHRASES = { ...SURVEY_PHRASES, ...LEAD_PHRASES, ...REPAIR_PHRASES, ...GUESS_PHRASES };

export type PhraseName = keyof typeof PHRASES;
