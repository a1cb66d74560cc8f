import type { RunningServer } from "./serve.ts";

/**
 * Stops a server at the first SIGTERM or SIGINT, letting running episodes finish; a second signal stops it at once.
 * @param onFirst called when stopping begins
 * @returns a promise that resolves when it has stopped
 */
export const stopOnSignals = (server: RunningServer, onFirst: (signal: string) => void = () => undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    let stopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      if (stopping) process.exit(EXIT_FORCED);
      stopping = true;
      onFirst(signal);
      server.close().then(resolve, reject);
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  });

/** Exit status after SIGINT, as shells report it. */
const EXIT_FORCED = 130;
