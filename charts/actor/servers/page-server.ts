import { HTTP_PAGES } from "#sim/programs/products/http-pages.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { serveHttp } from "./http-server.ts";

/** Serves static pages. */
export const servePages = (serves: string): SocketServer => {
  const pages = HTTP_PAGES[serves] ?? {};
  return serveHttp(({ path }) => pages[path.split("?")[0] ?? "/"] ?? { status: 404, body: "404 page not found\n" });
};
