/** Wraps a description to lines of at most `width`: paragraphs are filled; code, lists and text after a colon start new lines. */
export const wrapDescription = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  let lastWord = "";
  const flush = (): void => {
    if (line !== "") lines.push(line);
    if (line !== "") lastWord = "";
    line = "";
  };
  for (const part of text.split("\n")) {
    const isCode = part.startsWith("    ");
    const isEmpty = part.trim() === "";
    if (isCode || (isEmpty && lines.length > 0)) {
      flush();
      lines.push(isCode ? part : "");
      continue;
    }
    if (lastWord.endsWith(":") || isEmpty || /^(\d+\.?|-|\*)\s/.test(part.trim())) flush();
    for (const word of part.trim().split(/\s+/).filter(Boolean)) {
      if (line !== "" && line.length + 1 + word.length > width) flush();
      line = line === "" ? word : `${line} ${word}`;
      lastWord = word;
    }
  }
  flush();
  return lines;
};
