const EPISODES_PER_CALL = 4096;

/** Renews the leases of live episodes on a timer that does not keep the process alive. */
export interface Heartbeat {
  readonly episodeIds: ReadonlySet<string>;
  add(episodeId: string): void;
  discard(episodeId: string): void;
  stop(): void;
}

/** Creates a heartbeat; the timer runs while there are episodes. A failed renewal is repeated by the next one. */
export const createHeartbeat = (intervalMs: number, renew: (episodeIds: readonly string[]) => Promise<void>): Heartbeat => {
  const episodeIds = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const beat = () => {
    for (const batch of batches([...episodeIds])) renew(batch).catch(() => undefined);
  };
  return {
    episodeIds,
    add: (episodeId) => {
      episodeIds.add(episodeId);
      timer ??= setInterval(beat, intervalMs).unref();
    },
    discard: (episodeId) => {
      episodeIds.delete(episodeId);
      if (episodeIds.size === 0) stop();
    },
    stop,
  };
};

const batches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / EPISODES_PER_CALL) }, (_, i) =>
    ids.slice(i * EPISODES_PER_CALL, (i + 1) * EPISODES_PER_CALL),
  );
