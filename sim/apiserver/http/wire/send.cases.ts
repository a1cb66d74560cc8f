import type { World } from "../../../kernel/world.ts";
import { answerHttp } from "./answer-http.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";

/** Administrator with all permissions. */
export const ADMIN = Object.freeze({ username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] });

/** Members of a request that a test may set besides its line. */
export interface Sent extends Partial<Omit<HttpRequest, "method" | "path" | "query" | "body">> {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/** Sends a request, as the administrator unless the test says otherwise. */
export const send = (world: World, method: string, url: string, { json, text, bytes, ...rest }: Sent = {}): HttpAnswer => {
  const [path = "", query = ""] = url.split("?");
  const written = json === undefined ? text : JSON.stringify(json);
  const body = bytes ?? new TextEncoder().encode(written ?? "");
  return answerHttp(world, { method, path, query, headers: {}, user: ADMIN, ...rest, body });
};

/** The text of an answer that is no stream. */
export const textOf = (answer: HttpAnswer): string => {
  if (answer.kind !== "response") throw new Error(`the answer is a ${answer.kind}`);
  return answer.body as string;
};

/** The JSON of an answer that is no stream. */
export const bodyOf = <T = Record<string, unknown>>(answer: HttpAnswer): T => JSON.parse(textOf(answer));
