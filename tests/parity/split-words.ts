/**
 * Splits a command line as a POSIX shell does, without any expansion.
 *
 * @throws Error if a quote is not closed
 */
export const splitWords = (line: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] as string;
    if (char === "'" || char === '"') {
      const [text, end] = char === "'" ? singleQuoted(line, at) : doubleQuoted(line, at);
      word = (word ?? "") + text;
      at = end;
    } else if (char === "\\") {
      at += 1;
      word = (word ?? "") + (line[at] ?? "");
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  return word === undefined ? words : [...words, word];
};

type Quoted = readonly [text: string, end: number];

const singleQuoted = (line: string, start: number): Quoted => {
  const end = line.indexOf("'", start + 1);
  if (end < 0) throw new Error(`a quote is not closed: ${line}`);
  return [line.slice(start + 1, end), end];
};

const doubleQuoted = (line: string, start: number): Quoted => {
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === '"') return [text, at];
    if (line[at] === "\\" && (line[at + 1] === '"' || line[at + 1] === "\\")) at += 1;
    text += line[at];
  }
  throw new Error(`a quote is not closed: ${line}`);
};
