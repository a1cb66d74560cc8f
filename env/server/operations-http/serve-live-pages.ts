import type { IncomingMessage, ServerResponse } from "node:http";
import { DrillError } from "#core/drill-error.ts";
import { type Assets, loadAssets } from "../pages/load-assets.ts";
import { type AnswerPage, type PageAnswer, servePage } from "../pages/page-server.ts";
import type { Access } from "../trust/create-access.ts";

/** Serves a request that is none for probes or metrics. */
export type ServePages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves the pages to anybody, since they hold nothing, and what they show to those who may know all tasks.
 *
 * A page of somebody else cannot ask in a visitor's name: the token is in no cookie.
 */
export const serveLivePages = (access: Access, answer: AnswerPage): ServePages => {
  let assets: Promise<Assets> | undefined;
  return async (request, response) => {
    assets ??= loadAssets();
    const { authorization } = request.headers;
    await servePage(request, response, await assets, async (path) => {
      const refusal = refusalOf(access, authorization, request.socket.remoteAddress ?? "");
      return refusal ?? (await answer(path));
    });
  };
};

const refusalOf = (access: Access, authorization: string | undefined, peer: string): PageAnswer | undefined => {
  try {
    const { scopes } = access.admit(authorization, peer);
    if (scopes.has("admin")) return undefined;
  } catch (cause) {
    return { status: 401, body: { error: DrillError.from(cause, { boundary: "the pages", fallback: "BUG" }).what } };
  }
  return authorization === undefined
    ? { status: 401, body: { error: "no token was sent" } }
    : { status: 403, body: { error: "this token does not allow to look: the scope admin does, as the operator's token has it" } };
};
