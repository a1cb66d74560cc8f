import { availableParallelism } from "node:os";
import type { AgentAccess } from "#clients/typescript/index.ts";
import { describeServer } from "../engine/connect-to-server.ts";
import { openClient, type ServerAccess } from "../engine/open-client.ts";
import { createRemoteHost, type RemoteHost } from "../engine/remote-host.ts";
import { given } from "../trajectories/given.ts";
import type { Provenance } from "../trajectories/trajectory.ts";
import { type RecordingHost, recordHost } from "./record-host.ts";

/** Server on which programs play, each in the episode whose addresses it gets. */
export interface Place {
  readonly host: RemoteHost;
  readonly accessOf: (serverId: string) => Promise<AgentAccess>;
  /** Record by the server itself of its episodes; missing: it is another process's. */
  readonly seen?: RecordingHost;
  readonly provenance: Provenance;
  close(): Promise<void>;
}

/** Choice of a place. */
export interface PlaceChoice extends ServerAccess {
  /** `host:port`; missing: a server in this process that admits nobody else. */
  readonly server?: string;
  /** Settings of a server in this process. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Connects to a server, or starts one in this process. */
export const openPlace = async ({ server, settings, ...access }: PlaceChoice): Promise<Place> => {
  const own = server === undefined ? await startOwn(settings) : undefined;
  const address = own?.running.address ?? (server as string);
  const { client, info } = await openClient(
    address,
    own === undefined ? access : { token: own.running.operatorToken, reachMs: OWN_REACH_MS },
  );
  return {
    host: createRemoteHost(client),
    accessOf: (serverId) => client.agentAccess(serverId),
    ...given("seen", own?.seen),
    provenance: describeServer(info),
    close: async () => {
      await client.close();
      await own?.running.close(0);
    },
  };
};

/** Wait for the server of this process, ms: it is there, and a busy machine keeps it from answering. */
const OWN_REACH_MS = 120_000;

/** Starts a server on a free port whose every call needs a token that is in no file, so that an agent on this machine learns nothing from it. */
const startOwn = async (settings: PlaceChoice["settings"] = {}) => {
  const [{ startServer }, { openParts }, { readConfig }] = await Promise.all([
    import("#env/server/serve.ts"),
    import("#env/open/open-parts.ts"),
    import("#env/open/config.ts"),
  ]);
  const own = { port: 0, threads: availableParallelism(), tokenFile: "", requireToken: true, logLevel: "error" };
  const config = readConfig({ ...own, ...settings });
  const parts = await openParts(config);
  const seen = recordHost(parts.host);
  return { running: await startServer(config, { parts: { ...parts, host: seen.host } }), seen };
};
