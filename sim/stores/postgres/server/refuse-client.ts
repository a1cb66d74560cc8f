import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "../../runtime/sql-client.ts";
import { tableOf } from "../../sql/tables.ts";
import { lockWaitOf } from "./lock-wait.ts";
import { isMember, type PgCluster } from "./postgres-cluster.ts";
import { settingOf } from "./postgres-settings.ts";
import { type Running, refuseSignIn, runningCluster, slotsOf } from "./sign-in.ts";

/** Refusal of a client's statement, by whom and in the server's words; undefined: it carries it out. Changes and logs nothing. */
export const refuseClient = (
  world: World,
  server: StoreServer,
  { user, password, database, ip, isConnected = false, isPlaced = false }: SqlClient,
  wanted?: WantedRight,
): SqlRefusal | undefined => {
  const running = runningCluster(world, server);
  if (running === undefined) return { at: "sign-in", text: "the database system is starting up" };
  const { cluster } = running;
  const home = { key: "", startedAtMs: 0, pid: 0, ip, openedAtMs: world.nowMs() };
  const refusal = refuseSignIn(world, running, { user, password, database, application: "", home, isLocal: false, isConnected, isPlaced });
  if (refusal?.kind === "no-password") return { at: "sign-in", text: "password required" };
  if (refusal !== undefined) return { at: "sign-in", text: refusal.text, ...(refusal.code !== undefined && { code: refusal.code }) };
  if (wanted === undefined) return undefined;
  const text = refuseStatement(cluster, { user, database }, wanted.right, wanted.table);
  if (text !== undefined) return { at: "statement", text };
  return refuseWrite(running, { user, database }, wanted) ?? lockWaitOf(world, running, { user, database }, wanted);
};

/** Number of connections that programs may have to a server; undefined: it is not running. */
export const postgresSlots = (world: World, server: StoreServer): number | undefined => {
  const running = runningCluster(world, server);
  if (running === undefined) return undefined;
  const { most, reserved } = slotsOf(running.state, running.cluster);
  return most - reserved;
};

/** Transactions of a role in a database may be read-only by default. */
const refuseWrite = ({ state, cluster }: Running, { user, database }: Account, { right }: WantedRight): SqlRefusal | undefined => {
  const session = { settings: {}, database, sessionUser: user };
  const isReadOnly = right !== "SELECT" && settingOf(state, cluster, "default_transaction_read_only", session) === "on";
  return isReadOnly ? { at: "statement", text: `cannot execute ${right} in a read-only transaction`, code: "25006" } : undefined;
};

type Account = Pick<SqlClient, "user" | "database">;

const refuseStatement = (
  cluster: PgCluster,
  { user, database }: Account,
  right: WantedRight["right"],
  place: string,
): string | undefined => {
  const [schema = "", table = ""] = place.split(".");
  const { schemas } = cluster.databases[database] as PgCluster["databases"][string];
  const [home, found] = [schemas[schema], tableOf(schemas, schema, table)];
  if (home === undefined || found === undefined) return `relation "${place}" does not exist`;
  const has = (owner: string, rights: Readonly<Record<string, readonly string[]>>, wanted: string): boolean =>
    cluster.roles[user]?.isSuperuser === true ||
    isMember(cluster, user, owner) ||
    Object.entries(rights).some(([role, list]) => list.includes(wanted) && (role === "" || isMember(cluster, user, role)));
  if (!has(home.owner, home.rights, "USAGE")) return `permission denied for schema ${schema}`;
  return has(found.owner, found.rights, right) ? undefined : `permission denied for table ${table}`;
};
