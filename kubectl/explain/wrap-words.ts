/**
 * Breaks lines at blanks so that none is longer than `width`; a word that is longer stays whole.
 *
 * Blanks at a break are lost, others stay as they are.
 */
export const wrapWords = (text: string, width: number): string => {
  let out = "";
  let column = 0;
  let word = "";
  let blanks = "";
  const flush = (): void => {
    column += blanks.length + word.length;
    out += blanks + word;
    blanks = "";
    word = "";
  };
  for (const char of text) {
    if (char === "\n") {
      if (word === "" && column + blanks.length > width) blanks = "";
      flush();
      out += char;
      column = 0;
    } else if (/\s/.test(char) && char !== "\u00a0") {
      if (blanks === "" || word !== "") flush();
      blanks += char;
    } else {
      word += char;
      if (column + word.length + blanks.length > width && word.length < width) {
        out += "\n";
        column = 0;
        blanks = "";
      }
    }
  }
  if (word === "" && column + blanks.length > width) return out;
  return out + blanks + word;
};
