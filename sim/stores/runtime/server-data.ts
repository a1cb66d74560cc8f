import type { World } from "../../kernel/world.ts";
import { type DataFolder, dataIn, setDataIn } from "./data-folder.ts";
import { type StoreServer, serverState, setServerState } from "./server-state.ts";

/** Access to the data and state of servers of one kind. */
export interface ServerData<Data, State> {
  /** Contents of a data directory; undefined when it is empty. */
  dataIn(folder: DataFolder): Data | undefined;
  setDataIn(folder: DataFolder, data: Data): void;
  /** State of a running server; undefined when it is not running. */
  state(world: World, server: StoreServer): State | undefined;
  setState(world: World, server: StoreServer, state: State | undefined): void;
  /** The folder of a server that runs. */
  folder(world: World, server: StoreServer, state: State): DataFolder;
}

/** Names the data of a kind of server, and the file without which a folder holds none. */
export const serverData = <Data, State extends { readonly folder: string }>(kind: string, marker: string): ServerData<Data, State> => ({
  dataIn: (folder) => dataIn<Data>(folder, kind, marker),
  setDataIn: (folder, data) => setDataIn(folder, kind, data),
  state: (world, server) => serverState<State>(world, server),
  setState: (world, server, state) => setServerState(world, server, state),
  folder: (world, { process }, { folder }) => ({ world, process, path: folder }),
});
