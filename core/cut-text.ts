/**
 * Cuts a text after `max` UTF-16 units, never inside a character; half a surrogate pair becomes U+FFFD, so that the text
 * can be written as UTF-8 and into a URI.
 */
export const cutText = (text: string, max: number): string => {
  const isInsidePair = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(max));
  return text.slice(0, isInsidePair ? max - 1 : max).toWellFormed();
};
