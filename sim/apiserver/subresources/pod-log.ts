import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type PodLogRequest, readPodLog } from "../../apps/logs/pod-log.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "../api-request.ts";
import { requestContext } from "../registry.ts";
import { badRequest, failure, notFound } from "../status.ts";
import { getObject } from "../store.ts";

/** Answers GET `pods/x/log`. */
export const answerPodLog = (world: World, namespace: string, pod: string, { query, user }: ApiRequest): ApiAnswer => {
  const { row } = requestContext(world, "pods", user);
  const found = getObject<Pod>(world, "pods", namespace, pod);
  if (found === undefined) return refuse(notFound(row, pod));
  const request = logRequest(namespace, pod, query);
  if (typeof request === "string") return refuse(badRequest(request));
  const { nodeName } = found.spec;
  // The server looks for the node's address in the name of the pods' own storage.
  if (nodeName !== undefined && getObject(world, "nodes", undefined, nodeName) === undefined) return refuse(notFound(row, nodeName));
  const log = readPodLog(world, request);
  return log.ok
    ? { status: 200, body: log.text }
    : refuse(failure(log.status, log.status === 400 ? "BadRequest" : "InternalError", log.message));
};

const NUMBERS = ["tailLines", "sinceSeconds", "limitBytes"] as const;

const logRequest = (namespace: string, pod: string, query: Readonly<Record<string, string>>): PodLogRequest | string => {
  const numbers: Partial<Record<(typeof NUMBERS)[number], number>> = {};
  for (const name of NUMBERS) {
    const text = query[name];
    if (text === undefined) continue;
    if (!/^-?\d+$/.test(text)) return `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`;
    numbers[name] = Number(text);
  }
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
