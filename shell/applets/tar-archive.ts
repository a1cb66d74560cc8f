/** One thing in an archive. */
export interface Member {
  /** Folders end with a slash. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "device";
  readonly mode: number;
  readonly modifiedMs: number;
  /** Of a file; else empty. */
  readonly content: string;
  /** Target of a symbolic link. */
  readonly link: string | undefined;
}

const BLOCK = 512;

/** End of an archive. */
export const ARCHIVE_END = "\0".repeat(2 * BLOCK);

/** Writes a member as GNU's form has it: texts too long for its fields stand before it, each in a record of its own. */
export const writeMember = ({ name, kind, mode, modifiedMs, content, link = "" }: Member): string =>
  `${longText("L", name)}${longText("K", link)}${block(name, TYPES[kind], { mode, size: content.length, modifiedMs, link })}${padded(content)}`;

const TYPES = { file: "0", link: "2", device: "3", folder: "5" } as const;

const longText = (type: "L" | "K", text: string): string =>
  text.length < FIELD
    ? ""
    : `${block("././@LongLink", type, { mode: 0, size: text.length + 1, modifiedMs: 0, link: "" })}${padded(`${text}\0`)}`;

const FIELD = 100;

const padded = (content: string): string => content.padEnd(Math.ceil(content.length / BLOCK) * BLOCK, "\0");

interface Head {
  readonly mode: number;
  readonly size: number;
  readonly modifiedMs: number;
  readonly link: string;
}

const block = (name: string, type: string, { mode, size, modifiedMs, link }: Head): string => {
  const text = (value: string, width: number): string => value.slice(0, width).padEnd(width, "\0");
  const numbers = `${octal(mode & 0o7777, 8)}${octal(0, 8)}${octal(0, 8)}${octal(size, 12)}${octal(modifiedMs / 1000, 12)}`;
  const fields = (sum: string) =>
    text(`${text(name, FIELD)}${numbers}${sum}${type}${text(link, FIELD)}ustar  \0${text("root", 32)}${text("root", 32)}`, BLOCK);
  const sum = [...fields("        ")].reduce((total, character) => total + character.charCodeAt(0), 0);
  return fields(`${sum.toString(8).padStart(6, "0")}\0 `);
};

const octal = (value: number, width: number): string =>
  `${Math.max(0, Math.floor(value))
    .toString(8)
    .padStart(width - 1, "0")}\0`;

/** Reads the members of an archive, or says why it is none; GNU's form and those of POSIX. */
export const readMembers = (bytes: string): { readonly members: readonly Member[]; readonly problem?: string } => {
  const members: Member[] = [];
  let long: { name?: string; link?: string } = {};
  for (let at = 0; ; ) {
    const head = bytes.slice(at, at + BLOCK);
    if (head.length < BLOCK) return { members, problem: "short read" };
    if (head.startsWith("\0")) return { members };
    if (head.slice(257, 262) !== "ustar") return { members, problem: "invalid tar magic" };
    const text = (from: number, length: number) => head.slice(from, from + length).split("\0")[0] as string;
    const number = (from: number, length: number) => Number.parseInt(text(from, length).trim() || "0", 8);
    const size = number(124, 12);
    const content = bytes.slice(at + BLOCK, at + BLOCK + size);
    if (content.length < size) return { members, problem: "short read" };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = head[156] ?? "";
    const extended = EXTENSIONS[type]?.(content);
    if (extended !== undefined) {
      long = { ...long, ...extended };
      continue;
    }
    const prefix = head[263] === "0" ? text(345, 155) : "";
    members.push({
      name: long.name ?? `${prefix === "" ? "" : `${prefix}/`}${text(0, FIELD)}`,
      kind: KINDS[type] ?? "file",
      mode: number(100, 8),
      modifiedMs: number(136, 12) * 1000,
      content,
      link: type === "2" ? (long.link ?? text(157, FIELD)) : undefined,
    });
    long = {};
  }
};

const KINDS: Readonly<Record<string, Member["kind"]>> = Object.fromEntries(
  Object.entries(TYPES).map(([kind, type]) => [type, kind as Member["kind"]]),
);

/** Records that say more about the member after them. */
const EXTENSIONS: Readonly<Record<string, (content: string) => { readonly name?: string; readonly link?: string }>> = {
  L: (content) => ({ name: content.split("\0")[0] as string }),
  K: (content) => ({ link: content.split("\0")[0] as string }),
  x: (content) => {
    const name = /\d+ path=([^\n]*)\n/.exec(content)?.[1];
    const link = /\d+ linkpath=([^\n]*)\n/.exec(content)?.[1];
    return { ...(name !== undefined && { name }), ...(link !== undefined && { link }) };
  },
  g: () => ({}),
};
