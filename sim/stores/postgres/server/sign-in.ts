import type { World } from "../../../kernel/world.ts";
import { printLines } from "../../../processes/process-output.ts";
import type { ConnectionHome } from "../../runtime/connection-home.ts";
import { textIn } from "../../runtime/data-folder.ts";
import { countOpen, openPools } from "../../runtime/pooled-connections.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { isMember, type PgCluster, type PgServer, type PgSession, postgresStore } from "./postgres-cluster.ts";
import { liveSessions } from "./postgres-locks.ts";
import { postgresLine } from "./postgres-log.ts";
import { settingOf } from "./postgres-settings.ts";
import { majorOf } from "./postgres-version.ts";

/** Login request: user, database and client. */
export interface SignIn {
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
  readonly application: string;
  readonly home: ConnectionHome;
  /** Through the socket in the file system. */
  readonly isLocal: boolean;
  /** True for a program that has connections already, whose password was right when it opened them. */
  readonly isConnected?: boolean;
  /** True where no place is asked for. */
  readonly isPlaced?: boolean;
}

/** A server that runs, with its data. */
export interface Running {
  readonly server: StoreServer;
  readonly state: PgServer;
  readonly cluster: PgCluster;
}

export type SignedIn =
  | { readonly kind: "in"; readonly pid: number }
  /** The server asks for a password and the client has none. */
  | { readonly kind: "no-password" }
  | { readonly kind: "refused"; readonly text: string; readonly detail?: string };

/** Opens a session, or returns the refusal; refusals are in the server's log. */
export const signIn = (world: World, server: StoreServer, request: SignIn): SignedIn => {
  const running = runningCluster(world, server);
  if (running === undefined) return { kind: "refused", text: "the database system is starting up" };
  const { state } = running;
  const pid = state.lastPid + 1;
  postgresStore.setState(world, server, { ...state, lastPid: pid });
  const refusal = refuseSignIn(world, running, request);
  if (refusal !== undefined) {
    if (refusal.kind === "no-password") return refusal;
    log(world, server, pid, refusal);
    return { kind: "refused", text: refusal.text, ...(refusal.detail === undefined ? {} : { detail: refusal.detail }) };
  }
  const { user, database, application, home, isLocal } = request;
  const nowMs = world.nowMs();
  const session: PgSession = {
    pid,
    home,
    isLocal,
    port: 40_000 + ((pid * 2) % 20_000),
    sessionUser: user,
    user,
    database,
    application,
    settings: {},
    startedAtMs: nowMs,
    state: "idle",
    query: "",
    queryAtMs: nowMs,
    changedAtMs: nowMs,
    transaction: undefined,
    locks: [],
    pending: undefined,
  };
  const sessions = Object.fromEntries(liveSessions(world, state).map((other) => [other.pid, other]));
  postgresStore.setState(world, server, { ...state, lastPid: pid, sessions: { ...sessions, [pid]: session } });
  return { kind: "in", pid };
};

/** A server with its data; undefined: it is not running, or is not ready yet. */
export const runningCluster = (world: World, server: StoreServer): Running | undefined => {
  const state = postgresStore.state(world, server);
  const cluster = state === undefined ? undefined : postgresStore.dataIn(postgresStore.folder(world, server, state));
  return state === undefined || cluster === undefined ? undefined : { server, state, cluster };
};

interface Refusal {
  readonly kind: "refused";
  readonly text: string;
  /** SQLSTATE where clients tell it apart; missing: that of a client who may not sign in. */
  readonly code?: string;
  /** Detail for the client. */
  readonly detail?: string;
  /** Kept in the log. */
  readonly note?: string;
}

/** Refusal of a login, without a trace of it; undefined: the server lets the client in. */
export const refuseSignIn = (
  world: World,
  { server, state, cluster }: Running,
  request: SignIn,
): Refusal | { readonly kind: "no-password" } | undefined => {
  const { user, database, password, isLocal, home } = request;
  const known = cluster.roles[user];
  if (request.isConnected === true && known !== undefined && cluster.databases[database] !== undefined) return undefined;
  const rule = matchRule(state.hba, request);
  if (rule === undefined || rule.method === "reject") {
    const from = isLocal ? "[local]" : home.ip;
    const words = rule === undefined ? "no pg_hba.conf entry for" : "pg_hba.conf rejects connection for";
    return {
      kind: "refused",
      text: `${words} host "${from}", user "${user}", database "${database}", no encryption`.replace('host "[local]"', 'host "[local]"'),
    };
  }
  const needsPassword = rule.method === "scram-sha-256" || rule.method === "md5" || rule.method === "password";
  if (needsPassword && password === undefined) return { kind: "no-password" };
  if (needsPassword && (known?.password === undefined || known.password !== password)) {
    const matched = `Connection matched file "${state.folder}/pg_hba.conf" line ${rule.number}: "${rule.text}"`;
    const why =
      known === undefined
        ? `Role "${user}" does not exist.\n\t`
        : known.password === undefined
          ? `User "${user}" has no password assigned.\n\t`
          : "";
    return { kind: "refused", text: `password authentication failed for user "${user}"`, note: `${why}${matched}` };
  }
  if (rule.method === "peer" && user !== "postgres") return { kind: "refused", text: `Peer authentication failed for user "${user}"` };
  if (known === undefined) return { kind: "refused", text: `role "${user}" does not exist` };
  if (!known.canLogin) return { kind: "refused", text: `role "${user}" is not permitted to log in` };
  return (
    checkDatabase(cluster, request) ?? (request.isPlaced === true ? undefined : checkSlots(world, { server, state, cluster }, request))
  );
};

const checkDatabase = (cluster: PgCluster, { user, database }: SignIn): Refusal | undefined => {
  const wanted = cluster.databases[database];
  if (wanted === undefined) return { kind: "refused", text: `database "${database}" does not exist` };
  if (!wanted.allows) return { kind: "refused", text: `database "${database}" is not currently accepting connections` };
  const isAllowed =
    cluster.roles[user]?.isSuperuser === true ||
    isMember(cluster, user, wanted.owner) ||
    Object.entries(wanted.rights).some(([role, rights]) => rights.includes("CONNECT") && (role === "" || isMember(cluster, user, role)));
  return isAllowed
    ? undefined
    : { kind: "refused", text: `permission denied for database "${database}"`, detail: "User does not have CONNECT privilege." };
};

/** Number of connections that a server takes at once, and how many of them are kept for superusers. */
export const slotsOf = (state: PgServer, cluster: PgCluster): { readonly most: number; readonly reserved: number } => ({
  most: Number(settingOf(state, cluster, "max_connections")),
  reserved: Number(settingOf(state, cluster, "superuser_reserved_connections")),
});

const checkSlots = (world: World, { server, state, cluster }: Running, { user }: SignIn): Refusal | undefined => {
  const sessions = liveSessions(world, state);
  const { most, reserved } = slotsOf(state, cluster);
  const taken = sessions.length + countOpen(openPools(world, server, most - reserved));
  const role = cluster.roles[user];
  if (taken >= most) return { kind: "refused", code: FULL, text: "sorry, too many clients already" };
  if (role?.isSuperuser !== true && taken >= most - reserved)
    return {
      kind: "refused",
      code: FULL,
      text:
        majorOf(state.version) >= 16
          ? "remaining connection slots are reserved for roles with the SUPERUSER attribute"
          : "remaining connection slots are reserved for non-replication superuser connections",
    };
  const own = sessions.filter(({ sessionUser }) => sessionUser === user).length;
  const limit = role?.connectionsMax ?? -1;
  return limit >= 0 && own >= limit && role?.isSuperuser !== true
    ? { kind: "refused", code: FULL, text: `too many connections for role "${user}"` }
    : undefined;
};

/** SQLSTATE of a server that is full. */
const FULL = "53300";

interface Rule {
  readonly number: number;
  readonly text: string;
  readonly method: string;
}

/** The first line of pg_hba.conf that is about a connection. */
const matchRule = (lines: readonly string[], { user, database, isLocal, home }: SignIn): Rule | undefined => {
  for (const [index, line] of lines.entries()) {
    const words = line.replace(/#.*$/, "").trim().split(/\s+/);
    const [type = "", databases = "", users = ""] = words;
    if (type !== (isLocal ? "local" : "host") && !(type === "hostnossl" && !isLocal)) continue;
    const [address, method] = isLocal ? ["", words[3]] : [words[3] ?? "", words[4]];
    const isNamed = (list: string, name: string) =>
      list.split(",").some((part) => part === "all" || part === name || (part === "sameuser" && user === database));
    if (!isNamed(databases, database) || !isNamed(users, user) || (!isLocal && !holdsAddress(address, home.ip))) continue;
    return { number: index + 1, text: words.join(" "), method: method ?? "" };
  }
  return undefined;
};

const holdsAddress = (range: string, ip: string): boolean => {
  if (range === "all" || range === "0.0.0.0/0" || range === "samenet") return true;
  const [base = "", bits = "32"] = range.split("/");
  if (!/^[\d.]+$/.test(base)) return false;
  const number = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(base) / size) === Math.floor(number(ip) / size);
};

/** Reads pg_hba.conf anew. */
export const readHba = (world: World, server: StoreServer, state: PgServer): readonly string[] =>
  (textIn(postgresStore.folder(world, server, state), "pg_hba.conf") ?? "").split("\n");

const log = (world: World, server: StoreServer, pid: number, { text, detail, note }: Refusal): void => {
  const more = note ?? detail;
  printLines(
    world,
    server.process,
    [
      postgresLine(world.nowMs(), pid, "FATAL", text),
      ...(more === undefined ? [] : postgresLine(world.nowMs(), pid, "DETAIL", more).split("\n")),
    ],
    "stderr",
  );
};
