import { changeLog, freezeStored } from "./apiserver/store/store.ts";
import { type AppWorldRequest, emptyWorld } from "./boot-world.ts";
import { World, type WorldImage } from "./kernel/world.ts";

/** Restores a world from the image of one that was booted for the same application. */
export const restoreWorld = (request: AppWorldRequest, image: WorldImage): World =>
  restoreFork(new World(emptyWorld(request).parts, image.seed, image.nowMs), image);

/** Restores a world that began as a fork of another one, from an image of its difference to it. */
export const restoreFork = (origin: World, image: WorldImage): World => {
  const world = World.of(origin, image);
  freezeStored(world, changeLog(origin).length);
  return world;
};
