import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import { mysqlStore } from "../../../stores/mysql/server/mysql-data.ts";
import { versionText } from "../../../stores/mysql/server/mysql-version.ts";

/** Answer of a TiDB on its status port; undefined: nothing is at that path. */
export const answerTidbStatus = (world: World, tidb: Process, { path: target }: HttpRequest): HttpAnswer | undefined => {
  const [path = ""] = target.split("?", 1);
  const port = tidb.ports.find(({ serves }) => serves === "mysql")?.port;
  const state = port === undefined ? undefined : mysqlStore.state(world, { process: tidb, port });
  if (path === "/metrics") return { kind: "answer", status: 200, body: "", afterMs: 2 };
  if (path !== "/status" || state === undefined) return undefined;
  const body = JSON.stringify({ connections: Object.keys(state.sessions).length, version: versionText(state.version), git_hash: "" });
  return { kind: "answer", status: 200, body, afterMs: 2 };
};
