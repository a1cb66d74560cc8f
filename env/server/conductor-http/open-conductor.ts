import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createSseMount, type SseMount } from "../agent-http/serve-mcp-sse.ts";
import { closeServer } from "../close-server.ts";
import { systemClock } from "../episodes/wall-clock.ts";
import { listenOn } from "../listen-on.ts";
import type { ConductedEpisode } from "./conducted-episode.ts";
import { type Conductor, createConductor } from "./create-conductor.ts";
import { createKubectlTools } from "./kubectl-tools.ts";
import { createConductorApi } from "./serve-conductor-api.ts";
import { createSubmitTools } from "./submit-tools.ts";
import { createTelemetryTools } from "./telemetry-tools.ts";

/** The doors of a problem as agents of SREGym expect them: the conductor's API, and an MCP server with five mounts. */
export interface OpenConductor extends Pick<Conductor, "stage" | "done" | "graded"> {
  readonly apiPort: number;
  readonly mcpPort: number;
  close(): Promise<void>;
}

export interface ConductorOptions {
  readonly episode: ConductedEpisode;
  readonly host: string;
  /** Ports of the API and of the MCP server; 0: any free ones. */
  readonly apiPort: number;
  readonly mcpPort: number;
  readonly version: string;
}

/** Opens the doors of an episode that has begun. */
export const openConductor = async ({ episode, host, apiPort, mcpPort, version }: ConductorOptions): Promise<OpenConductor> => {
  const conductor = createConductor(episode);
  const submit = createSubmitTools(conductor);
  const mountOf = ([path, tools]: readonly [string, Parameters<typeof createSseMount>[0]["tools"]]): readonly [string, SseMount] => [
    path,
    createSseMount({ path, name: `kubedrill${path.replaceAll("/", " ")}`, version, tools }),
  ];
  const apiMounts = new Map([mountOf(["/submit_mcp", submit])]);
  const mcpMounts = new Map(
    Object.entries({ kubectl: createKubectlTools(episode, conductor), ...createTelemetryTools(episode, systemClock.nowMs), submit }).map(
      ([name, tools]) => mountOf([`/${name}`, tools]),
    ),
  );
  const api = await openDoor(apiMounts, createConductorApi(conductor, episode.app), { host, port: apiPort });
  const mcp = await openDoor(mcpMounts, async () => false, { host, port: mcpPort }).catch(async (cause) => {
    await closeServer(api.server);
    throw cause;
  });
  return {
    apiPort: api.port,
    mcpPort: mcp.port,
    stage: conductor.stage,
    done: conductor.done,
    graded: conductor.graded,
    close: async () => {
      await Promise.all([...apiMounts.values(), ...mcpMounts.values()].map((mount) => mount.close()));
      await Promise.all([closeServer(api.server), closeServer(mcp.server)]);
    },
  };
};

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

/** Opens a listener for mounts, and for what else is answered. */
const openDoor = async (
  mounts: ReadonlyMap<string, SseMount>,
  answerRest: Answer,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly server: Server; readonly port: number }> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "/").split("?")[0] as string;
    const [, name = "", below = ""] = /^(\/[^/]*)(.*)$/.exec(path) ?? [];
    const isAnswered = (await mounts.get(name)?.serve(request, response, below)) ?? (await answerRest(request, response, path));
    if (isAnswered) return;
    request.resume();
    response
      .writeHead(404, { "content-type": "application/json" })
      .end(JSON.stringify({ detail: `there is no ${request.method} ${path}` }));
  };
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_MS, noDelay: true }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = CONNECTIONS_MAX;
  const address = await listenOn(server, host, port);
  return { server, port: Number(address.slice(address.lastIndexOf(":") + 1)) };
};

const HEADER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 512;
/** Time for a client to send its request, ms. */
const REQUEST_MS = 60_000;
