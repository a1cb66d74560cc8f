import type { AppletCall } from "../interpreter/applet-call.ts";
import type { FileInfo } from "../machine/file-system.ts";

/** Number of names that something has: each folder within a folder names it too. */
export const linkCount = ({ machine: { fs } }: AppletCall, full: string, info: FileInfo): number => {
  if (info.kind !== "folder") return info.links ?? 1;
  return 2 + fs.list(full).filter((name) => fs.stat(`${full === "/" ? "" : full}/${name}`, false)?.kind === "folder").length;
};
