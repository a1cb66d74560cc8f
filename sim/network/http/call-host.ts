import type { CallHost } from "../../apiserver/http/subresources/proxy-network.ts";
import { dialFromControlPlane } from "../connections/dial-from-control-plane.ts";
import { answerHttp } from "./answer-http.ts";

/** Hands a request of a client on as the API server's proxy does; it looks at no certificate. */
export const callHost: CallHost = (world, { scheme, host, port, method, path, body }) => {
  const server = dialFromControlPlane(world, host, port, `dial tcp ${host}:${port}: i/o timeout`);
  if ("problem" in server) return server;
  const isTls = server.serves.startsWith("https/");
  if (scheme === "https" && !isTls) return { problem: "tls: first record does not look like a TLS handshake" };
  if (scheme !== "https" && isTls) return { status: 400, body: "Client sent an HTTP request to an HTTPS server.\n" };
  const request = { method, path, ...(body !== undefined && { body }) };
  const answer = answerHttp(world, { ...server, serves: server.serves.replace(/^https\//, "http/") }, request);
  return answer.kind === "reset" ? { problem: "EOF" } : { status: answer.status, body: answer.body };
};
