import type { Applet } from "../interpreter/applet-call.ts";
import { CHECKSUM_APPLETS } from "./checksum-applets.ts";
import { CLIENT_APPLETS, SERVER_APPLETS } from "./client-applets.ts";
import { diff } from "./diff.ts";
import { DUMP_APPLETS } from "./dump-applets.ts";
import { FILE_APPLETS } from "./file-applets.ts";
import { FILTER_APPLETS } from "./filter-applets.ts";
import { MOUNT_APPLETS } from "./mount-applets.ts";
import { NETWORK_APPLETS } from "./network-applets.ts";
import { node } from "./node.ts";
import { PRINT_APPLETS } from "./print-applets.ts";
import { SYSTEM_APPLETS } from "./system-applets.ts";
import { TEST_APPLETS } from "./test-applets.ts";

/** What a program of an image does, by its name. */
export const findApplet = (name: string): Applet | undefined => APPLETS[name];

const APPLETS: Readonly<Record<string, Applet>> = {
  ...CHECKSUM_APPLETS,
  ...CLIENT_APPLETS,
  ...DUMP_APPLETS,
  ...FILE_APPLETS,
  ...FILTER_APPLETS,
  ...MOUNT_APPLETS,
  ...NETWORK_APPLETS,
  ...PRINT_APPLETS,
  ...SERVER_APPLETS,
  ...SYSTEM_APPLETS,
  ...TEST_APPLETS,
  diff,
  node,
};
