import type { World } from "./world.ts";

/** 64 hex digits, drawn from a stream of their own: a container runtime's ids are such. */
export const hex64 = (world: World, stream: string): string => {
  const rng = world.rng(stream);
  return Array.from({ length: 8 }, () => rng.uint32().toString(16).padStart(8, "0")).join("");
};
