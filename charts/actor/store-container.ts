import { startMain } from "#sim/containers/container-os.ts";
import { containerTimers } from "#sim/containers/container-timers.ts";
import type { Image } from "#sim/images/image.ts";
import type { ProcessExit } from "#sim/processes/process.ts";
import { EXITED_TIMER } from "#sim/processes/process-life.ts";
import type { WorldParts } from "#sim/programs/runtime/lone-world.ts";
import { appTimers } from "#sim/programs/runtime/process-timers.ts";
import { CLIENT_APPLETS, SERVER_APPLETS } from "#sim/stores/store-applets.ts";

/** Description of a store's image, which the image itself holds: the reference by which the catalogue knows it, and its contents. */
export interface StoreImage {
  readonly reference: string;
  readonly image: Image;
}

/** Path of that file in an image. */
export const STORE_IMAGE_PATH = "/usr/local/lib/service/image.json";

/**
 * Parts of a world in which a store runs as it does in a simulated container: its entry point, its server and its clients.
 *
 * @param ended told how its first process ended
 */
export const storeParts = (ended: (exit: ProcessExit) => void): Partial<WorldParts> => ({
  timers: { ...appTimers, ...containerTimers, [EXITED_TIMER]: (_world, _key, exit) => ended(exit as ProcessExit) },
  config: { startMain, containerApplets: { ...CLIENT_APPLETS, ...SERVER_APPLETS } },
});
