/**
 * Finds members that a JSON text gives more than once, which a parsed value does not show any more.
 *
 * @param text JSON in form
 * @returns paths in order of appearance, `spec.containers[0].name`
 */
export const duplicateFields = (text: string): readonly string[] => {
  const found: string[] = [];
  const reader: Reader = { text, at: 0, found };
  readValue(reader, "");
  return found;
};

interface Reader {
  readonly text: string;
  at: number;
  readonly found: string[];
}

const readValue = (reader: Reader, path: string): void => {
  skipSpace(reader);
  const first = reader.text[reader.at];
  if (first === "{") readObject(reader, path);
  else if (first === "[") readList(reader, path);
  else if (first === '"') skipString(reader);
  else while (reader.at < reader.text.length && !END.includes(reader.text[reader.at] as string)) reader.at += 1;
};

const END = ",]} \t\r\n";

const readObject = (reader: Reader, path: string): void => {
  const seen = new Set<string>();
  const told = new Set<string>();
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.at] !== '"') break;
    const start = reader.at;
    skipString(reader);
    const name = JSON.parse(reader.text.slice(start, reader.at)) as string;
    const inner = path === "" ? name : `${path}.${name}`;
    if (seen.has(name) && !told.has(name)) {
      told.add(name);
      reader.found.push(inner);
    }
    seen.add(name);
    skipSpace(reader);
    reader.at += 1;
    readValue(reader, inner);
    skipSpace(reader);
    if (reader.text[reader.at] !== ",") break;
    reader.at += 1;
  }
  reader.at += 1;
};

const readList = (reader: Reader, path: string): void => {
  reader.at += 1;
  for (let i = 0; ; i++) {
    skipSpace(reader);
    if (reader.at >= reader.text.length || reader.text[reader.at] === "]") break;
    readValue(reader, `${path}[${i}]`);
    skipSpace(reader);
    if (reader.text[reader.at] !== ",") break;
    reader.at += 1;
  }
  reader.at += 1;
};

const skipSpace = (reader: Reader): void => {
  while (" \t\r\n".includes(reader.text[reader.at] ?? "x")) reader.at += 1;
};

const skipString = (reader: Reader): void => {
  reader.at += 1;
  while (reader.at < reader.text.length && reader.text[reader.at] !== '"') reader.at += reader.text[reader.at] === "\\" ? 2 : 1;
  reader.at += 1;
};
