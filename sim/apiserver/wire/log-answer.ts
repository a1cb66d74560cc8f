import { toMicroTimestamp } from "#core/timestamp.ts";
import { parseApiPath } from "#kube/api-path.ts";
import type { Pod } from "#kube/types/pod.ts";
import { PROCESSES, type Process } from "../../apps/process.ts";
import type { World } from "../../kernel/world.ts";
import { containerKey } from "../../kubelet/pod-runtime.ts";
import type { ApiRequest } from "../api-request.ts";
import { handle } from "../handle.ts";
import { getObject, objectKey } from "../store.ts";
import { encodeJson } from "./encode-json.ts";
import type { HttpAnswer } from "./http.ts";

/** Answers GET `pods/x/log?follow=true`: what is asked for of what is there, then what comes, until the container ends. */
export const answerLog = (world: World, request: ApiRequest): HttpAnswer => {
  const first = handle(world, request);
  if (first.status !== 200) {
    return {
      kind: "response",
      status: first.status,
      headers: { "content-type": "application/json" },
      body: `${encodeJson(first.body, { shiftMs: 0 })}\n`,
    };
  }
  const whole = wholeLog(world, request);
  const instance = instanceOf(world, request);
  let sent = String(handle(world, whole).body).length;
  let pending = first.body as string;
  return {
    kind: "log",
    headers: { "content-type": "text/plain" },
    next: (now) => {
      const said = pending;
      pending = "";
      const present = instanceOf(now, request);
      // A container that was started again has another log; who followed the first has seen its end.
      if (present !== undefined && present !== instance) return { text: said, isOver: true };
      const { status, body } = handle(now, whole);
      if (status !== 200) return { text: said, isOver: true };
      const fresh = (body as string).slice(sent);
      sent += fresh.length;
      return { text: said + fresh, isOver: present === undefined };
    },
  };
};

/** The request without what depends on where the log ends now, so that each answer begins with the one before. */
const wholeLog = (world: World, request: ApiRequest): ApiRequest => {
  const { tailLines: _, limitBytes: __, sinceSeconds, ...query } = request.query;
  const since = sinceSeconds === undefined ? {} : { sinceTime: toMicroTimestamp(world.nowMs() - Number(sinceSeconds) * 1_000) };
  return { ...request, query: { ...query, ...since } };
};

/** When the process began whose log it is; undefined: none runs. */
const instanceOf = (world: World, { path, query }: ApiRequest): number | undefined => {
  const { namespace = "", name = "" } = parseApiPath(path) ?? {};
  const container = query["container"] || getObject<Pod>(world, "pods", namespace, name)?.spec.containers[0]?.name;
  return world.map<Process>(PROCESSES).get(containerKey(objectKey(namespace, name), container ?? ""))?.startedAtMs;
};
