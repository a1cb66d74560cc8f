import type { World } from "../../../kernel/world.ts";

/** A request for a container's log, as the API's query parameters have it. */
export interface PodLogRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly container?: string;
  /** Of the run before the present one. */
  readonly previous?: boolean;
  readonly tailLines?: number;
  readonly sinceSeconds?: number;
  /** Milliseconds since the Unix epoch. */
  readonly sinceTimeMs?: number;
  readonly timestamps?: boolean;
  readonly limitBytes?: number;
}

/** A log as text, or why there is none, in the API server's words. */
export type PodLog =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly status: 400 | 404; readonly message: string };

/** Reads a container's log; the world's parts carry it as the constant `readPodLog`. */
export type ReadPodLog = (world: World, request: PodLogRequest) => PodLog;

/** Reads a container's log, which is empty in a world whose containers write nothing. */
export const readPodLog: ReadPodLog = (world, request) =>
  (world.parts.config["readPodLog"] as ReadPodLog | undefined)?.(world, request) ?? { ok: true, text: "" };
