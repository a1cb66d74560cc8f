import { type RunningServer, startServer } from "../bench/start-server.ts";

let started: Promise<RunningServer> | undefined;

/**
 * Server on which files play that leave nothing behind on it: one for all of them where they run in one process. It ends
 * with that process.
 */
export const sharedServer = (): Promise<RunningServer> => {
  started ??= startServer();
  return started;
};
