import { loadAssets } from "#env/server/pages/load-assets.ts";
import { openPageServer } from "#env/server/pages/page-server.ts";
import type { Engine } from "../engine/engine.ts";
import { answerPages } from "./answer-pages.ts";
import { findRuns } from "./find-runs.ts";
import { createIndex } from "./index-runs.ts";
import { listFaults } from "./list-faults.ts";
import { createReplayShelf } from "./replays/replay-shelf.ts";

/** Pages about folders that are being served. */
export interface ServedFolders {
  readonly url: string;
  /** Number of episodes at the start. */
  readonly episodes: number;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Port of 127.0.0.1; 0: any free one. */
  readonly port: number;
  /** False: nothing is played again. */
  readonly replays: boolean;
  /** Opens the catalogue and what plays episodes, when the first page needs it. */
  readonly open: () => Promise<Engine>;
}

/** Serves pages about the episodes of folders on this machine. @throws CliError that names a folder without any */
export const serveFolders = async (folders: readonly string[], { port, replays, open }: ServeOptions): Promise<ServedFolders> => {
  const index = createIndex(findRuns(folders));
  const [assets, { episodes }] = await Promise.all([loadAssets(), index.refresh()]);
  let engine: Promise<Engine> | undefined;
  const openOnce = (): Promise<Engine> => (engine ??= open());
  const shelf = replays ? createReplayShelf(openOnce) : undefined;
  const faults = async () => await listFaults(await openOnce());
  const server = await openPageServer("127.0.0.1", port, assets, answerPages({ index, ...(shelf && { replays: shelf }), faults }));
  return {
    url: `http://${server.address}/`,
    episodes: episodes.length,
    close: async () => {
      await server.close();
      await (await engine?.catch(() => undefined))?.close();
    },
  };
};
