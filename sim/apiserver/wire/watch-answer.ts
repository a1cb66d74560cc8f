import { toTable } from "#kube/table/to-table.ts";
import type { World } from "../../kernel/world.ts";
import type { ApiRequest } from "../api-request.ts";
import { showManagedFields } from "../apply/show-managed-fields.ts";
import { customColumns } from "../custom/printer-columns.ts";
import { parseServedPath } from "../served-resources.ts";
import { storeRevision } from "../store.ts";
import { watchEvents } from "../watch/watch-events.ts";
import { encodeJson } from "./encode-json.ts";
import type { HttpAnswer } from "./http.ts";
import type { Encoding } from "./media-type.ts";

/** Answers a watch. */
export const answerWatch = (world: World, request: ApiRequest, encoding: Encoding): HttpAnswer => {
  const startedMs = world.nowMs();
  const seconds = Number(request.query["timeoutSeconds"] ?? 0);
  const timeoutMs = seconds > 0 ? seconds * 1000 : undefined;
  const row = parseServedPath(world, request.path)?.row;
  let since = Number(request.query["resourceVersion"] ?? 0);
  return {
    kind: "watch",
    headers: { "content-type": "application/json", "cache-control": "no-cache, private" },
    timeoutMs,
    next: (now, shiftMs = 0) => {
      const found = watchEvents(now, request, since);
      since = Math.max(since, storeRevision(now));
      const isOver = timeoutMs !== undefined && now.nowMs() - startedMs >= timeoutMs;
      if (!found.ok) return { frames: `{"type":"ERROR","object":${encodeJson(found.error, 0)}}\n`, isOver: true };
      const frames = found.value.map(({ type, object }) => {
        const shown =
          encoding.as?.kind === "Table" && row !== undefined
            ? toTable(row, object, { nowMs: now.nowMs(), columns: customColumns(now, row) })
            : showManagedFields(now, object);
        return `{"type":"${type}","object":${encodeJson(shown, shiftMs)}}\n`;
      });
      return { frames: frames.join(""), isOver };
    },
  };
};
