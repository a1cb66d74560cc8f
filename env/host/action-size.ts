/** Maximum length of an action's text or arguments, characters: a longer one is played as invalid, since an agent wrote it. */
export const ACTION_CHARACTERS_MAX = 262_144;

/** The text, or so much of it as shows that it is too long. */
export const cutAction = (text: string): string =>
  text.length > ACTION_CHARACTERS_MAX ? text.slice(0, ACTION_CHARACTERS_MAX + 1).toWellFormed() : text;
