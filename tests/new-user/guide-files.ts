import { readProjectFile } from "../tidy/project-files.ts";

/** Files that a guide shows whole, by path: a line with the path in backquotes and a colon, and the block below it. */
export const guideFiles = (guide: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...readProjectFile(guide).matchAll(/^`([\w./-]+)`:\n\n(`{3,})\w*\n([\s\S]*?)^\2$/gm)].map(([, path, , text]) => [
      path as string,
      text as string,
    ]),
  );
