import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { streamProblem } from "#sim/apiserver/http/subresources/pod-stream.ts";
import { answerHttp } from "#sim/apiserver/http/wire/answer-http.ts";
import type { StreamRequest } from "#sim/apiserver/http/wire/http.ts";
import type { World } from "#sim/kernel/world.ts";
import type { ApiHttpAnswer, ClusterApi } from "../../cluster-api.ts";
import { openSimSession } from "./sim-session.ts";

/** Creates the HTTP API of a world as one user; requests without credentials are anonymous. */
export const createSimApi = (world: World, user: UserInfo): ClusterApi => ({
  clock: { nowMs: () => world.nowMs(), nextEventAtMs: () => world.nextEventAtMs() },
  answer: (request, isKnown): ApiHttpAnswer => {
    const answer = answerHttp(world, { ...request, user: isKnown ? user : ANONYMOUS });
    switch (answer.kind) {
      case "response":
        return answer;
      case "watch":
        return {
          kind: "stream",
          headers: answer.headers,
          timeoutMs: answer.timeoutMs,
          next: (shiftMs) => {
            const { frames, isOver } = answer.next(world, shiftMs);
            return { data: frames, isOver };
          },
        };
      case "log":
        return {
          kind: "stream",
          headers: answer.headers,
          timeoutMs: undefined,
          next: (shiftMs) => {
            const { text, isOver } = answer.next(world, shiftMs);
            return { data: text, isOver };
          },
        };
      case "upgrade":
        return openStream(world, isKnown ? user : ANONYMOUS, answer.stream);
    }
  },
});

const openStream = (world: World, user: UserInfo, request: StreamRequest): ApiHttpAnswer => {
  const problem = streamProblem(world, user, request);
  if (problem === undefined) return openSimSession(world, request, user);
  const headers = { "cache-control": "no-cache, private", "content-type": "application/json" };
  return { kind: "response", status: problem.code ?? 500, headers, body: `${JSON.stringify(problem)}\n` };
};

const ANONYMOUS: UserInfo = Object.freeze({ username: "system:anonymous", groups: Object.freeze(["system:unauthenticated"]) });
