import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { timeProblem } from "../../schema/codec/time-problem.ts";
import { type FieldError, forbiddenField, invalidValue } from "../../schema/field-error.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject } from "../../store/store.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "../api-request.ts";
import { integerProblem } from "../read/list-options.ts";
import { badRequest, failure, invalid, notFound } from "../status.ts";
import { type PodLogRequest, readPodLog } from "./pod-log-reader.ts";

/** Answers GET `pods/x/log`. */
export const answerPodLog = (world: World, namespace: string, pod: string, { query, user }: ApiRequest): ApiAnswer => {
  const { row } = requestContext(world, "pods", user);
  const request = logRequest(namespace, pod, query);
  if (typeof request === "string") return refuse(badRequest(request));
  const found = getObject<Pod>(world, "pods", namespace, pod);
  if (found === undefined) return refuse(notFound(row, pod));
  const errors = optionErrors(request, query);
  if (errors.length > 0) return refuse(invalid("PodLogOptions", "", pod, errors));
  const { nodeName } = found.spec;
  // The server looks for the node's address in the name of the pods' own storage.
  if (nodeName !== undefined && getObject(world, "nodes", undefined, nodeName) === undefined) return refuse(notFound(row, nodeName));
  const log = readPodLog(world, request);
  if (nodeName === undefined && log.ok) return { status: 204, body: "" };
  return log.ok
    ? { status: 200, body: log.text }
    : refuse(failure(log.status, log.status === 400 ? "BadRequest" : "InternalError", log.message));
};

const optionErrors = (
  { tailLines, limitBytes, sinceSeconds, sinceTimeMs }: PodLogRequest,
  { stream }: Readonly<Record<string, string>>,
): readonly FieldError[] => [
  ...(tailLines !== undefined && tailLines < 0 ? [invalidValue("tailLines", tailLines, "must be greater than or equal to 0")] : []),
  ...(limitBytes !== undefined && limitBytes < 1 ? [invalidValue("limitBytes", limitBytes, "must be greater than 0")] : []),
  ...(sinceSeconds !== undefined && sinceTimeMs !== undefined
    ? [forbiddenField("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified")]
    : sinceSeconds !== undefined && sinceSeconds < 1
      ? [invalidValue("sinceSeconds", sinceSeconds, "must be greater than 0")]
      : []),
  // To ask for one of the streams is behind a switch that is off.
  ...(stream === undefined ? [] : [forbiddenField("stream", "may not be specified")]),
];

const NUMBERS = ["tailLines", "sinceSeconds", "limitBytes"] as const;

const logRequest = (namespace: string, pod: string, query: Readonly<Record<string, string>>): PodLogRequest | string => {
  const numbers: Partial<Record<(typeof NUMBERS)[number], number>> = {};
  for (const name of NUMBERS) {
    const text = query[name];
    if (text === undefined) continue;
    const problem = integerProblem(text);
    if (problem !== undefined) return problem;
    numbers[name] = Number(text);
  }
  const problem = query["sinceTime"] === undefined ? undefined : timeProblem(query["sinceTime"]);
  if (problem !== undefined) return problem;
  const sinceTimeMs = query["sinceTime"] === undefined ? undefined : parseTimestamp(query["sinceTime"]);
  return {
    namespace,
    pod,
    ...(query["container"] && { container: query["container"] }),
    previous: query["previous"] === "true",
    timestamps: query["timestamps"] === "true",
    ...(sinceTimeMs !== undefined && { sinceTimeMs }),
    ...numbers,
  };
};
