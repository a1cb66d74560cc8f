import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import type { parseServedPath } from "../../schema/served-resources.ts";
import { getObject } from "../../store/store.ts";
import type { ApiRequest } from "../api-request.ts";
import { handle } from "../handle.ts";
import type { HttpAnswer } from "./http.ts";
import { respond, type Writing } from "./respond.ts";
import { shiftTimestamp } from "./shift-times.ts";

type Target = NonNullable<ReturnType<typeof parseServedPath>>;

/** Answers GET `pods/x/log?follow=true`: the present log, then new lines until the container ends. */
export const answerLog = (world: World, request: ApiRequest, target: Target, writing: Writing): HttpAnswer => {
  const first = handle(world, request);
  if (first.status !== 200) return respond(world, first, writing);
  const followed = containerIdOf(world, request, target);
  let sent = "";
  return {
    kind: "log",
    headers: { "cache-control": "no-cache, private", "content-type": "text/plain" },
    next: (now, shiftMs = writing.encoder.shiftMs) => {
      const isOver = followed === undefined || containerIdOf(now, request, target) !== followed;
      const { status, body } = handle(now, request);
      const whole = status === 200 ? (body as string) : sent;
      // The log of the container that came after begins anew, and is not what was asked for.
      const text = whole.startsWith(sent) ? whole.slice(sent.length) : "";
      sent += text;
      return { text: shiftLines(text, request.query, shiftMs), isOver };
    },
  };
};

/** A log with the times before its lines moved on, where it has them. */
export const shiftLines = (text: string, query: Readonly<Record<string, string>>, shiftMs: number): string =>
  shiftMs === 0 || query["timestamps"] !== "true" ? text : text.replace(/^\S+Z(?= )/gm, (time) => shiftTimestamp(time, shiftMs));

/** The running container that the log is of; undefined when none runs. */
const containerIdOf = (world: World, { query }: ApiRequest, { namespace, name = "" }: Target): string | undefined => {
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined) return undefined;
  const wanted = query["container"] || pod.spec.containers[0]?.name;
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  const status = [...containerStatuses, ...initContainerStatuses].find((candidate) => candidate.name === wanted);
  return status?.state?.running === undefined ? undefined : status.containerID;
};
