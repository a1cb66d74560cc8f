import type { World } from "../../../kernel/world.ts";

/** A request that the API server hands on to a port of a pod or a node. */
export interface ProxyCall {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly method: "GET" | "POST";
  /** With the query. */
  readonly path: string;
  readonly body?: string;
}

/** Answer of the proxied server, or the connection error in Go's words: `dial tcp 10.244.1.7:80: connect: connection refused`. */
export type ProxyAnswer = { readonly status: number; readonly body: string } | { readonly problem: string };

/** Hands a request on through the network of a world; the world's parts carry it as the constant `callHost`. */
export type CallHost = (world: World, call: ProxyCall) => ProxyAnswer;

/** Forwards a request to a host; without a network the connection is refused. */
export const callHost: CallHost = (world, call) =>
  (world.parts.config["callHost"] as CallHost | undefined)?.(world, call) ?? { problem: "dial tcp: connect: network is unreachable" };
