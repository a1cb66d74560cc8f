import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { KubeLink } from "../../host/kube-protocol.ts";
import type { OpenLive } from "../episodes/live-episode.ts";
import { systemClock, type WallClock } from "../episodes/wall-clock.ts";
import { listenOn } from "../listen-on.ts";
import { showsToken } from "../trust/shows-token.ts";
import { createCertificates } from "./certificates.ts";
import type { Gate } from "./gate.ts";
import { renderKubeconfig } from "./kubeconfig.ts";
import { createLiveGate, type LiveBounds } from "./live-gate.ts";
import type { Pace } from "./pace.ts";
import { createPacedGate } from "./paced-gate.ts";
import { type RequestBounds, refuseRequest } from "./serve-request.ts";
import { refuseUpgrade } from "./serve-upgrade.ts";
import { type Refusal, TOO_MANY, UNAUTHORIZED } from "./statuses.ts";

/** The HTTPS endpoint of the Kubernetes API: one listener for many worlds. */
export interface KubeEndpoint {
  /** Address, such as `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Serves a world. The holder of the kubeconfig, which only the result contains, acts as the world's user. */
  admit(world: AdmittedWorld): Admission;
  close(): Promise<void>;
}

/** A world to serve. */
export type AdmittedWorld = WorldAddress & (SimulatedWorld | LiveWorld);

interface WorldAddress {
  readonly user: string;
  /** Default namespace of clients. */
  readonly namespace?: string;
  /** True: served at the endpoint's own address; false or missing: at a path that nobody can guess. */
  readonly isAlone?: boolean;
}

/** A world whose time the endpoint paces. */
interface SimulatedWorld {
  readonly episodeId: string;
  readonly link: KubeLink;
  readonly virtualNowMs: number;
  readonly pace: Pace;
  /** Called when the world cannot keep up with its pace, with the virtual time that its clock lost, ms. */
  readonly onSlip?: ((lostMs: number) => void) | undefined;
}

/** A world in a real cluster. */
interface LiveWorld {
  /** Returns the cluster, at each request; throws if the episode is over. */
  readonly find: () => OpenLive;
}

export interface Admission {
  readonly server: string;
  readonly token: string;
  readonly kubeconfig: string;
  /** Answers a request to one of the world's telemetry APIs. @throws DrillError EPISODE_ENDED, … */
  readonly query: Gate["query"];
  /** Rejects new requests and closes what is open. */
  close(): void;
}

export interface KubeEndpointOptions {
  readonly host: string;
  /** Port; 0: any free port. */
  readonly port: number;
  readonly clock?: WallClock;
  readonly limits?: Partial<KubeEndpointLimits>;
}

/** Bounds of the endpoint. */
export interface KubeEndpointLimits extends RequestBounds, LiveBounds {
  readonly connectionsMax: number;
  readonly headerBytesMax: number;
  /** Maximum number of open watches, followed logs and sessions of one world; of a real cluster, of any requests. */
  readonly streamsMax: number;
}

const LIMITS: KubeEndpointLimits = Object.freeze({
  bodyBytesMax: 3 * 1024 * 1024,
  unreadBytesMax: 16 * 1024 * 1024,
  connectionsMax: 8_192,
  headerBytesMax: 64 * 1024,
  streamsMax: 512,
  idleMaxMs: 1_800_000,
});

/** Opens the endpoint with new certificates of its own. */
export const openKubeEndpoint = async ({
  host,
  port,
  clock = systemClock,
  limits: given = {},
}: KubeEndpointOptions): Promise<KubeEndpoint> => {
  const limits = { ...LIMITS, ...given };
  const certificates = await createCertificates([...new Set([...SERVER_NAMES, host])], clock.nowMs());
  const gates = new Map<string, GuardedGate>();
  const server = createServer(
    {
      key: certificates.key,
      cert: certificates.certificate,
      maxHeaderSize: limits.headerBytesMax,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      noDelay: true,
    },
    (request, response) => void enter(gates, request, response, limits).catch(() => response.destroy()),
  );
  server.on("upgrade", (request, socket: Duplex, head: Buffer) => enterUpgraded(gates, request, socket, head, limits));
  server.maxConnections = limits.connectionsMax;
  // The server itself knows of none whose handshake has not ended, nor of those that speak another protocol by now, and would wait for them.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const url = `https://${await listenOn(server, host, port)}`;
  return {
    url,
    admit: (world) => {
      const { user, namespace, isAlone = false } = world;
      const key = isAlone ? "" : randomBytes(24).toString("base64url");
      const token = randomBytes(32).toString("base64url");
      const gate = "find" in world ? createLiveGate(world.find, limits) : createPacedGate({ ...world, clock }, limits);
      gates.set(key, { gate, token: Buffer.from(token) });
      const address = isAlone ? url : `${url}/${PREFIX}/${key}`;
      return {
        server: address,
        token,
        kubeconfig: renderKubeconfig({
          server: address,
          authority: certificates.authority,
          user,
          token,
          ...(namespace !== undefined && { namespace }),
        }),
        query: gate.query,
        close: () => {
          gates.delete(key);
          gate.close();
        },
      };
    },
    close: async () => {
      for (const { gate } of gates.values()) gate.close();
      gates.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

const SERVER_NAMES = ["localhost", "127.0.0.1", "::1", "kubernetes", "kubernetes.default", "kubernetes.default.svc"];

/** First segment of the paths of worlds; the second is their secret. */
const PREFIX = "k";

/** Keep-alive timeout, ms: clients of Kubernetes keep their connections for long. */
const KEEP_ALIVE_MS = 120_000;
const REQUEST_MS = 60_000;

interface GuardedGate {
  readonly gate: Gate;
  readonly token: Buffer;
}

const enter = async (
  gates: ReadonlyMap<string, GuardedGate>,
  request: IncomingMessage,
  response: ServerResponse,
  limits: KubeEndpointLimits,
): Promise<void> => {
  const entry = findEntry(gates, request, limits);
  if ("refusal" in entry) {
    request.resume();
    return refuseRequest(response, entry.refusal);
  }
  await entry.gate.serve({ request, response, target: entry.target, isKnown: entry.isKnown });
};

const enterUpgraded = (
  gates: ReadonlyMap<string, GuardedGate>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  limits: KubeEndpointLimits,
): void => {
  const entry = findEntry(gates, request, limits);
  if ("refusal" in entry) return refuseUpgrade(socket, entry.refusal);
  entry.gate.upgrade({ request, socket, head, target: entry.target, isKnown: entry.isKnown });
};

type Entry =
  | { readonly gate: Gate; readonly target: { readonly path: string; readonly query: string }; readonly isKnown: boolean }
  | { readonly refusal: Refusal };

const findEntry = (
  gates: ReadonlyMap<string, GuardedGate>,
  { url = "/", headers }: IncomingMessage,
  { streamsMax }: KubeEndpointLimits,
): Entry => {
  const { key, path, query } = splitUrl(url);
  const found = gates.get(key) ?? gates.get("");
  // What is no bearer token nobody looks at: it comes from nobody in particular.
  const credentials = /^bearer /i.test(headers.authorization ?? "") ? headers.authorization : undefined;
  if (found === undefined || (credentials !== undefined && !showsToken(credentials, found.token))) return { refusal: UNAUTHORIZED };
  if (found.gate.streams() >= streamsMax) return { refusal: TOO_MANY };
  const target = { path: gates.has(key) ? path : splitAt(url, "?")[0], query };
  return { gate: found.gate, target, isKnown: credentials !== undefined };
};

/** Splits a URL such as `/k/<secret>/api/v1/pods?limit=1`; the secret is empty if there is none. */
const splitUrl = (url: string): { readonly key: string; readonly path: string; readonly query: string } => {
  const [path = "/", query = ""] = splitAt(url, "?");
  const found = /^\/k\/([\w-]+)(\/.*)?$/.exec(path);
  return found === null ? { key: "", path, query } : { key: found[1] as string, path: found[2] ?? "/", query };
};

const splitAt = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
};
