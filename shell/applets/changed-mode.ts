/** The bits that a mode as `chmod` takes it, in octal or in letters, makes of others; undefined for what is no mode. */
export const changedMode = (before: number, text: string): number | undefined => {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let mode = before;
  for (const part of text.split(",")) {
    const match = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(part);
    if (match === null) return undefined;
    const [, who = "", sign, what = ""] = match;
    const bits = (what.includes("r") ? 4 : 0) | (what.includes("w") ? 2 : 0) | (/[xX]/.test(what) ? 1 : 0);
    for (const [letter, shift] of [
      ["u", 6],
      ["g", 3],
      ["o", 0],
    ] as const) {
      if (who !== "" && !who.includes(letter) && !who.includes("a")) continue;
      if (sign === "+") mode |= bits << shift;
      else if (sign === "-") mode &= ~(bits << shift);
      else mode = (mode & ~(7 << shift)) | (bits << shift);
    }
  }
  return mode;
};
