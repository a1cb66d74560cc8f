import type { World } from "../../kernel/world.ts";
import type { Connected } from "../connections/connection.ts";

/** Lets the server behind a connection answer an HTTP request; the world's parts carry how its programs answer as the constant `answerHttp`. */
export type AnswerHttp = (world: World, server: Connected, request: HttpRequest) => HttpAnswer;

/** Lets the server behind a connection answer an HTTP request; in a world without programs it hangs up. */
export const answerHttp: AnswerHttp = (world, server, request) =>
  (world.parts.config["answerHttp"] as AnswerHttp | undefined)?.(world, server, request) ?? { kind: "reset", detail: "EOF" };

/** The part of an HTTP request that servers look at. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With the query. */
  readonly path: string;
  readonly body?: string;
}

/** Reaction of a server to an HTTP request. `reset`: it speaks another protocol. */
export type HttpAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly body: string; readonly afterMs: number }
  | { readonly kind: "reset"; readonly detail: string };
