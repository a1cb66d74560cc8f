import type { CloseRequest } from "#proto/gen/kubedrill/v1/CloseRequest.ts";
import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";

/** Tokens without which the episodes of a client cannot be closed. */
export interface CloseTokens {
  /** Keeps the token of a reset, if it has one. */
  keep(request: ResetRequest): ResetRequest;
  /** Builds the request to close an episode, with its token. */
  requestFor(episodeId: string): CloseRequest;
  discard(episodeId: string): void;
}

/** Creates a book without tokens. */
export const createCloseTokens = (): CloseTokens => {
  const tokens = new Map<string, NonNullable<ResetRequest["closeToken"]>>();
  return {
    keep: (request) => {
      if (request.episodeId !== undefined && request.closeToken !== undefined) tokens.set(request.episodeId, request.closeToken);
      return request;
    },
    requestFor: (episodeId) => {
      const closeToken = tokens.get(episodeId);
      return closeToken === undefined ? { episodeId } : { episodeId, closeToken };
    },
    discard: (episodeId) => void tokens.delete(episodeId),
  };
};
