import type { RunningServer, Stopped } from "./serve.ts";
import { surviveExceptions } from "./survive-exceptions.ts";

/**
 * Serves until the first SIGTERM or SIGINT, then stops as `close` of the server says; a second signal stops it at once.
 * The process must be the server's own: exceptions that nobody catches are logged and survived.
 * @param onFirst called when stopping begins
 * @returns a promise of what it leaves, once it has stopped
 */
export const serveUntilSignal = (server: RunningServer, onFirst: (signal: string) => void = () => undefined): Promise<Stopped> =>
  new Promise((resolve, reject) => {
    surviveExceptions(server.log);
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
