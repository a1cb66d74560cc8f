import type { FileInfo } from "../machine/file-system.ts";

/** Kind and permissions of a file, as `ls -l` tells them: `drwxr-xr-x`. */
export const modeText = (kind: FileInfo["kind"], mode: number): string => `${KINDS[kind]}${rights(mode)}`;

const KINDS: Readonly<Record<FileInfo["kind"], string>> = { file: "-", folder: "d", link: "l", device: "c" };

const rights = (mode: number): string => {
  const triple = (bits: number) => `${bits & 4 ? "r" : "-"}${bits & 2 ? "w" : "-"}${bits & 1 ? "x" : "-"}`;
  const text = triple(mode >> 6) + triple(mode >> 3) + triple(mode);
  const withGroup = mode & 0o2000 ? `${text.slice(0, 5)}${text[5] === "x" ? "s" : "S"}${text.slice(6)}` : text;
  return mode & 0o1000 ? `${withGroup.slice(0, 8)}${withGroup[8] === "x" ? "t" : "T"}` : withGroup;
};
