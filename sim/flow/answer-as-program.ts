import type { AnswerHttp, HttpAnswer } from "../network/http/answer-http.ts";
import { findProcess } from "../processes/process-keys.ts";
import { answerAsProduct, NOT_HTTP } from "../programs/products/http-answers.ts";
import { answerRoute } from "./answer-route.ts";

/** Answer of the program behind a connection to an HTTP request: an application's own as its traffic fares, a product's by itself. */
export const answerAsProgram: AnswerHttp = (world, { process: key, serves }, request) => {
  if (serves.startsWith("https/")) return PLAIN_TO_TLS;
  const process = findProcess(world, key);
  if (process === undefined) return NOT_HTTP;
  const { app } = process;
  return app !== undefined && serves === `http/${app.name}`
    ? answerRoute(world, process, app, request)
    : answerAsProduct(world, process, serves, request);
};

/** Answer of Go's TLS servers to plain HTTP. */
const PLAIN_TO_TLS: HttpAnswer = { kind: "answer", status: 400, body: "Client sent an HTTP request to an HTTPS server.\n", afterMs: 2 };
