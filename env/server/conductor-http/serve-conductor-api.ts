import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "#core/parse-json.ts";
import { readBody } from "../kube-http/read-body.ts";
import type { ConductedApp } from "./conducted-episode.ts";
import type { Conductor, SubmitOutcome } from "./create-conductor.ts";

/** Answers a request to the conductor's API. @returns false where there is nothing at this path */
export type ServeConductorApi = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

/** Creates the API of a conductor: where the problem stands, what it is about, and submissions. */
export const createConductorApi = (conductor: Conductor, app: ConductedApp): ServeConductorApi => {
  const routes: Readonly<Record<string, (request: IncomingMessage) => Answer | Promise<Answer>>> = {
    "GET /status": () => [200, { stage: conductor.stage() }],
    "GET /get_app": () => [200, { ...app }],
    "POST /submit": async (request) => {
      const body = await readBody(request, BODY_BYTES_MAX);
      if (body === undefined) return [413, { detail: `a submission has at most ${BODY_BYTES_MAX} bytes` }];
      const { solution } = Object(parseJson(body.toString("utf8"))) as { readonly solution?: unknown };
      if (typeof solution !== "string")
        return [422, { detail: 'the body has to be JSON with a text "solution"; an empty one ends the mitigation' }];
      return answerTo(conductor.submit(solution), conductor.stage());
    },
  };
  return async (request, response, path) => {
    const route = routes[`${request.method} ${path}`];
    if (route === undefined) return false;
    const [status, body] = await route(request);
    if (!request.readableEnded) request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  };
};

/** Maximum size of a submission, bytes. */
const BODY_BYTES_MAX = 1024 * 1024;

/** Status, and the body as JSON. */
type Answer = readonly [status: number, body: Readonly<Record<string, unknown>>];

const answerTo = (outcome: SubmitOutcome, stage: string): Answer => {
  const answers: Readonly<Record<SubmitOutcome, Answer>> = {
    accepted: [200, { status: "200", message: ACCEPTED }],
    done: [200, { status: "done", message: ALL_GRADED }],
    grading: [503, { detail: STILL_GRADING }],
    closed: [400, { detail: `nothing can be submitted at stage ${stage}` }],
  };
  return answers[outcome];
};

/** Texts about submissions, the same over HTTP and MCP. */
export const ACCEPTED = "The submission was received and is being graded.";
export const ALL_GRADED = "Every stage is graded; there is nothing more to submit.";
export const STILL_GRADING = "The submission before is still being graded; submit again in a second.";
