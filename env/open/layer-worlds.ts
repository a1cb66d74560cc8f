import type { KeptWorlds } from "#pool/backends/sim/sim-backend.ts";

/** Number of worlds that a thread has taken from each place; those of `boot` were in none. */
export type WorldSources = Readonly<Record<"warm" | "own" | "boot", number>>;

/** Memories of worlds in the order in which they are asked. */
export interface LayeredWorlds extends KeptWorlds {
  sources(): WorldSources;
}

/** Lays a cache that is only read over one's own, which gets what is in neither, and counts what comes from where. */
export const layerWorlds = (warm: Pick<KeptWorlds, "read"> | undefined, own: KeptWorlds): LayeredWorlds => {
  const counts = { warm: 0, own: 0, boot: 0 };
  const readFrom = (source: "warm" | "own", name: string) => {
    const world = (source === "warm" ? warm : own)?.read(name);
    if (world !== undefined) counts[source] += 1;
    return world;
  };
  return {
    read: (name) => {
      const world = readFrom("warm", name) ?? readFrom("own", name);
      if (world === undefined) counts.boot += 1;
      return world;
    },
    write: own.write,
    sources: () => ({ ...counts }),
  };
};
