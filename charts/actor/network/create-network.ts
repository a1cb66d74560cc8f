import { listen } from "#sim/processes/process-life.ts";
import type { ProcessNetwork } from "#sim/programs/runtime/process-network.ts";
import type { Output } from "../output.ts";
import type { OwnProcess } from "../own-process.ts";
import { serverOf } from "../servers/server-of.ts";
import { waitFor } from "../settle.ts";
import type { StoreVolume } from "../store-volume.ts";
import { greetKeyValues } from "./greet-key-values.ts";
import { openSocket } from "./open-socket.ts";
import { reachRegistry } from "./reach-registry.ts";
import { reachStore } from "./reach-store.ts";
import { signInToTables } from "./reach-tables.ts";

/** Parts that a server uses beside its own socket. */
export interface Stage extends OwnProcess {
  readonly output: Output;
  readonly volume: StoreVolume;
}

/** Creates the network of the program's container. */
export const createNetwork = (stage: Stage): ProcessNetwork => ({
  listen: (ports) => waitFor(openAll(stage, ports)),
  reachStore: (host, port) => waitFor(reachStore(host, port)),
  greetKeyValues: (host, port) => waitFor(greetKeyValues(host, port)),
  signInToTables: (product, host, port, login) => waitFor(signInToTables(product, host, port, login)),
  reachRegistry: (_product, host, port) => waitFor(reachRegistry(host, port)),
});

type Ports = Parameters<ProcessNetwork["listen"]>[0];

const openAll = async (stage: Stage, ports: Ports): Promise<boolean> => {
  for (const socket of ports) if (!(await openSocket(socket, serverOf(stage, socket)))) return false;
  return listen(stage.world, stage.process, ports);
};
