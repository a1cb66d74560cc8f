import { toBytes } from "#shell/machine/bytes.ts";
import type { Process } from "../processes/process.ts";

/** Variables of a container as its processes see them. */
export const environmentOf = ({ start }: Process): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, toBytes(value)]));

/** Folder in which processes of a container begin. */
export const folderOf = ({ start }: Process): string => start.container.workingDir ?? start.image?.workingDir ?? "/";
