import { createServer } from "node:http";
import type { ServerMetrics } from "../../observability/server-metrics.ts";
import { closeServer } from "../close-server.ts";
import { listenOn } from "../listen-on.ts";
import type { ServePages } from "./serve-live-pages.ts";

/** An HTTP server for probes, Prometheus, and the operator's browser. */
export interface OperationsServer {
  /** Address, `host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

export interface OperationsOptions {
  readonly host: string;
  /** Port; 0: any free port. */
  readonly port: number;
  readonly metrics: ServerMetrics;
  /** Reason for which the server is not ready for episodes; undefined: it is. */
  readonly unready: () => string | undefined;
  /** Serves everything else; missing: there is nothing else. */
  readonly servePages?: ServePages | undefined;
}

/**
 * Opens `/healthz` (the process answers), `/readyz` (episodes may start) and `/metrics`, which tell nothing of episodes' content, and
 * pages for those who may know it.
 */
export const openOperationsServer = async ({ host, port, servePages, ...sources }: OperationsOptions): Promise<OperationsServer> => {
  const server = createServer((request, response) => {
    const { url = "", method } = request;
    const page = PAGES.get(url.split("?")[0] ?? "");
    if (page === undefined && servePages !== undefined) {
      servePages(request, response).catch(() => response.writeHead(500).end());
      return;
    }
    if (page === undefined || (method !== "GET" && method !== "HEAD")) {
      response.writeHead(page === undefined ? 404 : 405).end();
      return;
    }
    page(sources).then(
      ({ status = 200, type = "text/plain; charset=utf-8", body }) =>
        response.writeHead(status, { "content-type": type }).end(method === "HEAD" ? undefined : body),
      () => response.writeHead(500).end(),
    );
  });
  return {
    address: await listenOn(server, host, port),
    close: () => closeServer(server),
  };
};

type Page = (
  sources: Pick<OperationsOptions, "metrics" | "unready">,
) => Promise<{ readonly status?: number; readonly type?: string; readonly body: string }>;

const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ["/healthz", async () => ({ body: "ok\n" })],
  [
    "/readyz",
    async ({ unready }) => {
      const why = unready();
      return why === undefined ? { body: "ok\n" } : { status: 503, body: `${why}\n` };
    },
  ],
  ["/metrics", async ({ metrics }) => ({ type: metrics.contentType, body: await metrics.render() })],
]);
