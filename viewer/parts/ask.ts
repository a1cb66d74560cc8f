import { useEffect, useState } from "preact/hooks";
import type { Refusal, ReplayProgress } from "../protocol.ts";
import { token } from "./token.ts";

/** An answer of the server, when it comes. */
export type Answer<T> =
  | { readonly kind: "waiting"; readonly progress?: ReplayProgress }
  /** `status`: that of the answer; absent where none came. */
  | { readonly kind: "failed"; readonly reason: string; readonly status?: number }
  | { readonly kind: "done"; readonly value: T };

/** Asks the server, and again until it is done where it says that it is on its way. @param path undefined: nothing is asked */
export const useAnswer = <T>(path: string | undefined): Answer<T> => {
  const [answer, setAnswer] = useState<Answer<T>>({ kind: "waiting" });
  useEffect(() => {
    if (path === undefined) return;
    const leave = new AbortController();
    setAnswer({ kind: "waiting" });
    void ask<T>(path, leave.signal, (progress) => setAnswer({ kind: "waiting", progress })).then((came) => {
      if (!leave.signal.aborted) setAnswer(came);
    });
    return () => leave.abort();
  }, [path]);
  return answer;
};

/** Asks the server again and again while the page is in sight. @param everyMs time from an answer to the next question */
export const usePolled = <T>(path: string, everyMs: number): Answer<T> => {
  const [answer, setAnswer] = useState<Answer<T>>({ kind: "waiting" });
  useEffect(() => {
    const leave = new AbortController();
    const poll = async (): Promise<void> => {
      while (!leave.signal.aborted) {
        const came = document.hidden ? undefined : await ask<T>(path, leave.signal, () => undefined);
        if (came !== undefined && !leave.signal.aborted) setAnswer(came);
        await pause(everyMs);
      }
    };
    setAnswer({ kind: "waiting" });
    void poll();
    return () => leave.abort();
  }, [path, everyMs]);
  return answer;
};

const ask = async <T>(path: string, signal: AbortSignal, tell: (progress: ReplayProgress) => void): Promise<Answer<T>> => {
  try {
    for (;;) {
      const response = await fetch(path, { signal, headers: token.headers() });
      const body = (await response.json()) as unknown;
      if (response.status === 200) return { kind: "done", value: body as T };
      if (response.status !== 202) return { kind: "failed", reason: (body as Refusal).error, status: response.status };
      tell(body as ReplayProgress);
      await pause(ASK_AGAIN_MS);
      signal.throwIfAborted();
    }
  } catch (error) {
    return { kind: "failed", reason: `the server does not answer: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const ASK_AGAIN_MS = 300;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
