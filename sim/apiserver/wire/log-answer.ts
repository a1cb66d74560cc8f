import type { World } from "../../kernel/world.ts";
import type { ApiRequest } from "../api-request.ts";
import { handle } from "../handle.ts";
import { encodeJson } from "./encode-json.ts";
import type { HttpAnswer } from "./http.ts";

/** Answers GET `pods/x/log?follow=true`: what is there, then what comes, until the container ends. */
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
  let sent: string | undefined;
  return {
    kind: "log",
    headers: { "content-type": "text/plain" },
    next: (now) => {
      const { status, body } = sent === undefined ? first : handle(now, request);
      if (status !== 200) return { text: "", isOver: true };
      const text = body as string;
      const fresh = text.slice(sent?.length ?? 0);
      sent = text;
      return { text: fresh, isOver: false };
    },
  };
};
