/** Member of a tar archive; `B` holds bytes: a text with a character for each, or an array. */
export interface TarMember<B> {
  /** Folders end with a slash. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "device";
  readonly mode: number;
  readonly modifiedMs: number;
  /** Content of a file; else empty. */
  readonly content: B;
  /** Path that a symbolic link leads to. */
  readonly link: string | undefined;
}

/** Member as its head describes it, with the size of its content in bytes. */
export interface TarHead extends Omit<TarMember<never>, "content" | "link"> {
  readonly size: number;
  readonly link?: string | undefined;
}

/** Fields that differ between writers of archives. */
export interface TarForm {
  /** Magic and version. */
  readonly magic: string;
  /** Name of the owner and of the group. */
  readonly owner: string;
}

/** Form of POSIX, of an owner without a name; GNU's form, owned by root. */
export const USTAR: TarForm = { magic: "ustar\u000000", owner: "" };
export const GNU: TarForm = { magic: "ustar  \0", owner: "root" };

/** Bytes that stand before the content of a member, a character each; texts too long for their fields come first, each in a record of its own. */
export const tarHead = (head: TarHead, form: TarForm): string =>
  `${longText("L", head.name, form)}${longText("K", head.link ?? "", form)}${block({ ...head, type: TYPES[head.kind] }, form)}`;

/** Number of zero bytes after a content, which fill its last block. */
export const tarPadding = (size: number): number => -size & (BLOCK - 1);

/** Number of zero bytes that end an archive. */
export const TAR_END = 1024;

/** Values that hold bytes: texts and arrays are both. */
interface Bytes<B> {
  readonly length: number;
  slice(from: number, to: number): B;
}

/**
 * Reads the members of an archive, in GNU's form and those of POSIX, and says where it is none.
 * @param textOf gives bytes as a text with a character for each
 */
export const readTar = <B extends Bytes<B>>(
  archive: B,
  textOf: (bytes: B) => string,
): { readonly members: readonly TarMember<B>[]; readonly problem?: string } => {
  const members: TarMember<B>[] = [];
  let long: LongTexts = {};
  for (let at = 0; ; ) {
    const head = textOf(archive.slice(at, at + BLOCK));
    if (head.length < BLOCK) return { members, problem: "short read" };
    if (head.startsWith("\0")) return { members };
    if (head.slice(257, 262) !== "ustar") return { members, problem: "invalid tar magic" };
    const size = numberIn(head, 124, 12);
    const content = archive.slice(at + BLOCK, at + BLOCK + size);
    if (content.length < size) return { members, problem: "short read" };
    at += BLOCK + size + tarPadding(size);
    const extended = EXTENSIONS[head.charAt(156)]?.(textOf(content));
    if (extended === undefined) members.push({ ...readHead(head, long), content });
    long = extended === undefined ? {} : { ...long, ...extended };
  }
};

const BLOCK = 512;
const FIELD = 100;

const TYPES = { file: "0", link: "2", device: "3", folder: "5" } as const;
const KINDS: Readonly<Record<string, TarMember<never>["kind"]>> = Object.fromEntries(
  Object.entries(TYPES).map(([kind, type]) => [type, kind as TarMember<never>["kind"]]),
);

const longText = (type: "L" | "K", text: string, form: TarForm): string => {
  if (text.length < FIELD) return "";
  const size = text.length + 1;
  return `${block({ name: "././@LongLink", type, mode: 0, size, modifiedMs: 0 }, form)}${text}\0${"\0".repeat(tarPadding(size))}`;
};

const block = (
  { name, type, mode, size, modifiedMs, link = "" }: Omit<TarHead, "kind"> & { readonly type: string },
  form: TarForm,
): string => {
  const numbers = `${octal(mode & 0o7777, 8)}${octal(0, 8)}${octal(0, 8)}${octal(size, 12)}${octal(modifiedMs / 1000, 12)}`;
  const owner = padded(form.owner, 32);
  const fields = (sum: string) =>
    padded(`${padded(name, FIELD)}${numbers}${sum}${type}${padded(link, FIELD)}${form.magic}${owner}${owner}`, BLOCK);
  const sum = [...fields("        ")].reduce((total, character) => total + character.charCodeAt(0), 0);
  return fields(`${sum.toString(8).padStart(6, "0")}\0 `);
};

const padded = (value: string, width: number): string => value.slice(0, width).padEnd(width, "\0");

const octal = (value: number, width: number): string =>
  `${Math.max(0, Math.floor(value))
    .toString(8)
    .padStart(width - 1, "0")}\0`;

interface LongTexts {
  readonly name?: string;
  readonly link?: string;
}

const readHead = (head: string, long: LongTexts): Omit<TarMember<never>, "content"> => {
  const type = head.charAt(156);
  const prefix = head[263] === "0" ? textIn(head, 345, 155) : "";
  return {
    name: long.name ?? `${prefix === "" ? "" : `${prefix}/`}${textIn(head, 0, FIELD)}`,
    kind: KINDS[type] ?? "file",
    mode: numberIn(head, 100, 8),
    modifiedMs: numberIn(head, 136, 12) * 1000,
    link: type === "2" ? (long.link ?? textIn(head, 157, FIELD)) : undefined,
  };
};

const textIn = (head: string, from: number, length: number): string => head.slice(from, from + length).split("\0")[0] as string;

const numberIn = (head: string, from: number, length: number): number => Number.parseInt(textIn(head, from, length).trim() || "0", 8);

/** Records that say more about the member after them. */
const EXTENSIONS: Readonly<Record<string, (content: string) => LongTexts>> = {
  L: (content) => ({ name: content.split("\0")[0] as string }),
  K: (content) => ({ link: content.split("\0")[0] as string }),
  x: (content) => {
    const name = /\d+ path=([^\n]*)\n/.exec(content)?.[1];
    const link = /\d+ linkpath=([^\n]*)\n/.exec(content)?.[1];
    return { ...(name !== undefined && { name }), ...(link !== undefined && { link }) };
  },
  g: () => ({}),
};
