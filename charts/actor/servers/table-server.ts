import type { SqlStore } from "#kube/app/store-behaviour.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import type { SqlLogin } from "#sim/programs/runtime/process-network.ts";
import type { WantedRight } from "#sim/stores/runtime/sql-client.ts";
import { SQL_PRODUCTS } from "#sim/stores/sql-products.ts";
import type { Stage } from "../network/create-network.ts";
import { serveLines } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";

/** Serves a SQL server's clients: whether it lets them in, and whether they may do what they want. */
export const serveTables = ({ world, process }: Stage, product: SqlStore["product"], port: number): SocketServer => ({
  connected: (socket) => {
    const ip = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "127.0.0.1";
    serveLines(socket, ({ op, login, wanted }) => {
      if (op === "hello") return { product };
      catchUp(world, Date.now());
      const client = { ...(login as SqlLogin), ip };
      const refusal = SQL_PRODUCTS[product].refuse(world, { process, port }, client, wanted as WantedRight | undefined);
      return refusal === undefined ? {} : { refusal };
    });
  },
});
