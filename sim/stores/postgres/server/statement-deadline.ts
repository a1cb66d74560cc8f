import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { type PgServer, type PgSession, postgresStore } from "./postgres-cluster.ts";
import { settingMs, settingOf } from "./postgres-settings.ts";

/** Virtual time at which a waiting statement is canceled, and the error text; undefined: it has no deadline. */
export const deadlineOf = (
  world: World,
  server: StoreServer,
  state: PgServer,
  session: PgSession,
): { readonly atMs: number; readonly why: string } | undefined => {
  const cluster = postgresStore.dataIn(postgresStore.folder(world, server, state));
  if (cluster === undefined || session.pending === undefined) return undefined;
  const limit = (name: string) => settingMs(settingOf(state, cluster, name, session) ?? "0");
  const [statement, lock] = [limit("statement_timeout"), session.pending.waitsFor === undefined ? 0 : limit("lock_timeout")];
  const atMs = earliest(
    statement === 0 ? undefined : session.queryAtMs + statement,
    lock === 0 ? undefined : session.pending.sinceMs + lock,
  );
  if (atMs === undefined) return undefined;
  return {
    atMs,
    why:
      lock !== 0 && atMs === session.pending.sinceMs + lock
        ? "canceling statement due to lock timeout"
        : "canceling statement due to statement timeout",
  };
};

/** The earlier of two instants, of which each may be none. */
export const earliest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one, other);
