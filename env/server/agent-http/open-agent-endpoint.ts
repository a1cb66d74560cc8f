import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { closeServer } from "../close-server.ts";
import { listenOn } from "../listen-on.ts";
import { showsToken } from "../trust/shows-token.ts";

/** The HTTP endpoint of what agents reach beside the Kubernetes API: one listener for the agents of all episodes. */
export interface AgentEndpoint {
  /** Lets an agent in: who shows the token reaches the services, each below a path of its name. */
  admit(agent: AdmittedAgent): AgentPass;
  close(): Promise<void>;
}

export interface AdmittedAgent {
  readonly token: string;
  readonly services: Readonly<Record<string, AgentService>>;
}

/** Answers a request to one service. */
export type AgentService = (exchange: AgentExchange) => Promise<void>;

/** A request of an agent whose token was right. */
export interface AgentExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path below that of the service, encoded as received; empty: the service itself. */
  readonly path: string;
  readonly query: string;
}

/** Admission of one agent. */
export interface AgentPass {
  /** Address of a service. */
  urlOf(service: string): string;
  /** Rejects new requests. */
  close(): void;
}

export interface AgentEndpointOptions {
  readonly host: string;
  /** Port; 0: any free port. */
  readonly port: number;
  /** Paths of PEM files; missing: plain text. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
}

/** Opens the endpoint. */
export const openAgentEndpoint = async ({ host, port, tls }: AgentEndpointOptions): Promise<AgentEndpoint> => {
  const passes = new Map<string, GuardedAgent>();
  const enter = (request: IncomingMessage, response: ServerResponse): void => {
    const found = findService(passes, request);
    if (typeof found === "number") return refuse(request, response, found);
    found.serve({ request, response, path: found.path, query: found.query }).catch(() => response.destroy());
  };
  const settings = { maxHeaderSize: HEADER_BYTES_MAX, requestTimeout: REQUEST_MS, noDelay: true };
  const server =
    tls === undefined
      ? createServer(settings, enter)
      : createTlsServer({ ...settings, cert: readFileSync(tls.certificate), key: readFileSync(tls.key) }, enter);
  server.maxConnections = CONNECTIONS_MAX;
  const url = `${tls === undefined ? "http" : "https"}://${await listenOn(server, host, port)}`;
  return {
    admit: ({ token, services }) => {
      const secret = randomBytes(24).toString("base64url");
      passes.set(secret, { token: Buffer.from(token), services });
      return { urlOf: (service) => `${url}/episodes/${secret}/${service}`, close: () => void passes.delete(secret) };
    },
    close: async () => {
      passes.clear();
      await closeServer(server);
    },
  };
};

const HEADER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 8_192;
/** Time for a client to send its request, ms. */
const REQUEST_MS = 60_000;

interface GuardedAgent {
  readonly token: Buffer;
  readonly services: AdmittedAgent["services"];
}

type Found = Pick<AgentExchange, "path" | "query"> & { readonly serve: AgentService };

/** The service of a request, or the status of its refusal: a wrong token and an unknown episode look the same. */
const findService = (passes: ReadonlyMap<string, GuardedAgent>, { url = "/", headers }: IncomingMessage): Found | 401 | 404 => {
  const [, secret = "", name = "", path = "", query = ""] = /^\/episodes\/([\w-]+)\/([\w-]+)(\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? [];
  const agent = passes.get(secret);
  if (agent === undefined || !showsToken(headers.authorization ?? "", agent.token)) return 401;
  const serve = Object.hasOwn(agent.services, name) ? agent.services[name] : undefined;
  return serve === undefined ? 404 : { serve, path, query };
};

const refuse = (request: IncomingMessage, response: ServerResponse, status: 401 | 404): void => {
  request.resume();
  const headers = { "content-type": "text/plain; charset=utf-8", ...(status === 401 && { "www-authenticate": "Bearer" }) };
  response.writeHead(status, headers).end(status === 401 ? "Unauthorized\n" : "404 page not found\n");
};
