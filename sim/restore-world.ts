import { freezeStored } from "./apiserver/store/store.ts";
import { type AppWorldRequest, emptyWorld } from "./boot-world.ts";
import { World, type WorldImage } from "./kernel/world.ts";

/** Restores a world from the image of one that was booted for the same application. */
export const restoreWorld = (request: AppWorldRequest, image: WorldImage): World => {
  const world = World.of(emptyWorld(request).parts, image);
  freezeStored(world);
  return world;
};
