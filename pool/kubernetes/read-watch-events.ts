import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { HttpStream } from "./api-connection.ts";

/** One line of a watch. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK"; readonly object: KubeObject }
  | { readonly type: "ERROR"; readonly object: Status };

/**
 * Reads a watch event by event. A connection without data for `idleMs` counts as dead and is closed.
 *
 * @param idleMs longer than the server's gap between bookmarks, which is a minute
 * @throws Error if the connection breaks or was silent
 */
export async function* readWatchEvents(stream: HttpStream, idleMs: number): AsyncGenerator<WatchEvent> {
  let wasSilent = false;
  const watchdog = setTimeout(() => {
    wasSilent = true;
    stream.close();
  }, idleMs);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const piece of stream.pieces) {
      watchdog.refresh();
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line) as WatchEvent;
    }
  } catch (cause) {
    throw wasSilent ? new Error(`the watch was silent for ${idleMs} ms`, { cause }) : cause;
  } finally {
    clearTimeout(watchdog);
    stream.close();
  }
}
