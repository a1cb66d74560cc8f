/** A declaration with its doc comment in one line. */
export interface Declaration {
  readonly name: string;
  /** Empty where there is none. */
  readonly doc: string;
}

/** A field of an interface. */
export interface Field extends Declaration {
  readonly type: string;
}

/** Reads the fields of an exported interface, in their order. */
export const readFields = (source: string, name: string): readonly Field[] => {
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(source)?.[1] ?? "";
  return [...body.matchAll(/(?: {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)? {2}readonly (\w+)(\??): (.*);\n/g)].map(
    ([, doc = "", field, optional, type]) => ({ name: `${field}${optional}`, type: type as string, doc: oneLine(doc) }),
  );
};

/** Reads the exported functions of a file, in their order, each with the first sentence of its doc comment. */
export const readFunctions = (source: string): readonly Declaration[] =>
  [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+) =(?: async)? (?:<|\()/g)].map(([, doc = "", name]) => ({
    name: name as string,
    doc: firstSentence(oneLine(doc)),
  }));

const oneLine = (doc: string): string =>
  doc
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const firstSentence = (doc: string): string => /^.*?\.(?= |$)/.exec(doc)?.[0] ?? doc;
