import type { Applet } from "../interpreter/applet-call.ts";
import { CHECKSUM_APPLETS } from "./checksum-applets.ts";
import { diff } from "./diff.ts";
import { DUMP_APPLETS } from "./dump-applets.ts";
import { FILE_APPLETS } from "./file-applets.ts";
import { FILTER_APPLETS } from "./filter-applets.ts";
import { PRINT_APPLETS } from "./print-applets.ts";
import { SYSTEM_APPLETS } from "./system-applets.ts";
import { TEST_APPLETS } from "./test-applets.ts";

/** Programs that need nothing but a machine, by name. */
export const APPLETS: Readonly<Record<string, Applet>> = {
  ...CHECKSUM_APPLETS,
  ...DUMP_APPLETS,
  ...FILE_APPLETS,
  ...FILTER_APPLETS,
  ...PRINT_APPLETS,
  ...SYSTEM_APPLETS,
  ...TEST_APPLETS,
  diff,
};
