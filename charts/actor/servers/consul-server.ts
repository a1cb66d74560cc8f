import { answerConsul } from "#sim/programs/products/consul/answer-consul.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { serveHttp } from "./http-server.ts";

/** Serves a Consul agent's HTTP API. Like an agent in development mode it has a new node id at each start. */
export const serveConsul = ({ world, process, output }: Stage): SocketServer => {
  const self = JSON.stringify({ Config: { Datacenter: "dc1", NodeName: process.start.pod.metadata.name, NodeID: nodeId(world) } });
  return serveHttp(({ method, path, body }) => {
    if (path === "/v1/agent/self") return { status: 200, body: self };
    catchUp(world, Date.now());
    const answer = answerConsul(world, process, { method: method === "PUT" || method === "POST" ? method : "GET", path, body });
    output.flush();
    if (answer === undefined || answer.kind !== "answer") return { status: 404, body: "404 page not found\n" };
    return { status: answer.status, body: answer.body };
  });
};

const nodeId = (world: Stage["world"]): string => {
  const rng = world.rng("consul/node-id");
  const hex = Array.from({ length: 4 }, () => rng.uint32().toString(16).padStart(8, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};
