/** Reads a member of a parsed JSON line by a path such as `request.headers["User-Agent"]` or `servers[0]`. */
export type JsonPath = (value: unknown) => string | undefined;

/** Compiles a path. @throws Error for what is none */
export const compileJsonPath = (path: string): JsonPath => {
  const steps: string[] = [];
  let rest = path.trim();
  while (rest !== "") {
    const step = STEP.exec(rest);
    if (step === null) throw new Error(`cannot parse expression [${path}]: syntax error: unexpected ${rest[0]}`);
    steps.push((step[1] ?? step[2] ?? step[3]) as string);
    rest = rest.slice(step[0].length);
  }
  return (value) => {
    let member = value;
    for (const step of steps) {
      if (typeof member !== "object" || member === null || !Object.hasOwn(member, step)) return undefined;
      member = (member as Readonly<Record<string, unknown>>)[step];
    }
    if (member === null || member === undefined) return undefined;
    return typeof member === "object" ? JSON.stringify(member) : `${member}`;
  };
};

const STEP = /^(?:\.?([A-Za-z_][\w-]*)|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\])/;
