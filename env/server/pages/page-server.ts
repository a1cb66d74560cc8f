import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer } from "../close-server.ts";
import { listenOn } from "../listen-on.ts";
import type { Assets } from "./load-assets.ts";

/** An answer to a page's question. */
export interface PageAnswer {
  /** Missing: 200. */
  readonly status?: number;
  /** JSON as it is, or a value to be written as JSON. */
  readonly body: Buffer | object;
}

/** Answers questions below `api/`, by the parts of the path after it; undefined: there is no such thing. */
export type AnswerPage = (path: readonly string[]) => Promise<PageAnswer | undefined>;

/** A server of pages on an address of this machine. */
export interface PageServer {
  /** Address, `host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Opens a server of pages. @param port 0: any free port */
export const openPageServer = async (host: string, port: number, assets: Assets, answer: AnswerPage): Promise<PageServer> => {
  const server = createServer((request, response) => {
    if (!isForThisMachine(request)) return refuse(response, 403, "this server answers pages of its own on this machine alone");
    void servePage(request, response, assets, answer);
  });
  return {
    address: await listenOn(server, host, port),
    close: () => closeServer(server),
  };
};

/**
 * Tells whether a request comes from a page of this server, or from no page.
 *
 * A page of somebody else in the same browser could ask under a name of its own that leads here, or load what is here as a picture.
 */
const isForThisMachine = ({ headers }: IncomingMessage): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(headers.host ?? "") && headers["sec-fetch-site"] !== "cross-site";

/** Serves one request: an asset, or what a page asks for. */
export const servePage = async (request: IncomingMessage, response: ServerResponse, assets: Assets, answer: AnswerPage): Promise<void> => {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "only GET is answered");
  const path = (request.url ?? "/").split("?")[0]?.slice(1) ?? "";
  const asset = assets.get(path === "" ? "index.html" : path);
  if (asset !== undefined) return send(request, response, 200, asset.type, asset.body);
  if (!path.startsWith("api/")) return refuse(response, 404, "there is no such page");
  try {
    const { status = 200, body } = (await answer(path.split("/").slice(1))) ?? { status: 404, body: { error: "there is no such thing" } };
    send(request, response, status, "application/json; charset=utf-8", Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));
  } catch (error) {
    refuse(response, 500, error instanceof Error ? error.message : String(error));
  }
};

const refuse = (response: ServerResponse, status: number, error: string): void => {
  response.writeHead(status, { ...HEADERS, "content-type": "application/json; charset=utf-8" }).end(JSON.stringify({ error }));
};

const send = ({ method }: IncomingMessage, response: ServerResponse, status: number, type: string, body: Buffer): void => {
  response.writeHead(status, { ...HEADERS, "content-type": type, "content-length": body.length }).end(method === "HEAD" ? undefined : body);
};

/** Headers of every answer. Recorded text is of strangers: nothing of it is run, and nothing leaves this server. */
const HEADERS = {
  "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;
