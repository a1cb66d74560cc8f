import { memoryLimitMiB } from "../../../processes/process-keys.ts";
import { entriesOf } from "./keyspace.ts";
import { type RedisState, usedMemory } from "./redis-server-state.ts";
import type { RedisTurn } from "./redis-turn.ts";
import { wantsReplicas } from "./refuse-write.ts";

/** The text of `INFO`, all sections or those that were asked for. */
export const describeServer = (turn: RedisTurn, wanted: readonly string[]): string => {
  const asked = wanted.map((name) => name.toLowerCase());
  const isAll = asked.length === 0 || asked.some((name) => name === "all" || name === "default" || name === "everything");
  const shown = Object.entries(SECTIONS).filter(([name]) => isAll || asked.includes(name.toLowerCase()));
  return shown.map(([name, describe]) => `# ${name}\r\n${rows(describe(turn))}`).join("\r\n");
};

type Rows = Readonly<Record<string, string | number>>;

const rows = (table: Rows): string =>
  Object.entries(table)
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join("");

/** Bytes as people read them: `1.05M`. */
export const humanBytes = (bytes: number): string => {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 2 ** 20) return `${(bytes / 1024).toFixed(2)}K`;
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(2)}M` : `${(bytes / 2 ** 30).toFixed(2)}G`;
};

const server = ({ state, server: { process, port }, nowMs }: RedisTurn): Rows => {
  const up = Math.floor((nowMs - state.startedAtMs) / 1000);
  const { product, version } = state.version;
  return {
    redis_version: product === "Valkey" ? "7.2.4" : version,
    ...(product === "Valkey" ? { server_name: "valkey", valkey_version: version, valkey_release_stage: "ga" } : {}),
    redis_git_sha1: "00000000",
    redis_git_dirty: 0,
    redis_build_id: state.runId.slice(0, 16),
    [product === "Valkey" ? "server_mode" : "redis_mode"]: "standalone",
    os: "Linux 6.1.0-32-amd64 x86_64",
    arch_bits: 64,
    monotonic_clock: "POSIX clock_gettime",
    multiplexing_api: "epoll",
    process_id: state.pid,
    run_id: state.runId,
    tcp_port: port,
    uptime_in_seconds: up,
    uptime_in_days: Math.floor(up / 86_400),
    hz: state.config["hz"] ?? "10",
    executable: `${state.config["dir"] ?? "/data"}/${product === "Valkey" ? "valkey" : "redis"}-server`,
    config_file: (process.start.words ?? []).find((word) => word.endsWith(".conf")) ?? "",
  };
};

const clients = ({ state }: RedisTurn): Rows => ({
  connected_clients: Object.keys(state.clients).length,
  cluster_connections: 0,
  maxclients: state.config["maxclients"] ?? "10000",
  blocked_clients: 0,
  tracking_clients: 0,
});

const memory = ({ state, server: { process } }: RedisTurn): Rows => {
  const used = usedMemory(state);
  const limit = Number(state.config["maxmemory"]);
  const rss = used + 3_400_000;
  const total = Math.round((memoryLimitMiB(process) ?? 24_105) * 2 ** 20);
  return {
    used_memory: used,
    used_memory_human: humanBytes(used),
    used_memory_rss: rss,
    used_memory_rss_human: humanBytes(rss),
    used_memory_peak: used,
    used_memory_peak_human: humanBytes(used),
    used_memory_dataset: used - 860_000,
    total_system_memory: total,
    total_system_memory_human: humanBytes(total),
    maxmemory: limit,
    maxmemory_human: humanBytes(limit),
    maxmemory_policy: state.config["maxmemory-policy"] ?? "noeviction",
    mem_fragmentation_ratio: (rss / used).toFixed(2),
    mem_allocator: "jemalloc-5.3.0",
  };
};

const persistence = ({ state }: RedisTurn): Rows => ({
  loading: 0,
  async_loading: 0,
  rdb_changes_since_last_save: state.dirty,
  rdb_bgsave_in_progress: 0,
  rdb_last_save_time: Math.floor(state.lastSaveMs / 1000),
  rdb_last_bgsave_status: "ok",
  rdb_last_bgsave_time_sec: -1,
  aof_enabled: state.config["appendonly"] === "yes" ? 1 : 0,
  aof_rewrite_in_progress: 0,
  aof_last_bgrewrite_status: "ok",
  aof_last_write_status: "ok",
});

const stats = ({ state: { stats: counted } }: RedisTurn): Rows => ({
  total_connections_received: counted.connections,
  total_commands_processed: counted.commands,
  instantaneous_ops_per_sec: 0,
  rejected_connections: counted.rejected,
  expired_keys: counted.expired,
  evicted_keys: counted.evicted,
  keyspace_hits: counted.hits,
  keyspace_misses: counted.misses,
  pubsub_channels: 0,
  pubsub_patterns: 0,
});

const replication = ({ state }: RedisTurn): Rows => {
  const [host, port] = state.replicaOf.split(" ");
  return {
    role: state.replicaOf === "" ? "master" : "slave",
    ...(state.replicaOf === ""
      ? {}
      : {
          master_host: host ?? "",
          master_port: port ?? "",
          master_link_status: "down",
          slave_read_only: state.config["replica-read-only"] === "yes" ? 1 : 0,
        }),
    connected_slaves: 0,
    ...(wantsReplicas(state.config) ? { min_slaves_good_slaves: 0 } : {}),
    master_failover_state: "no-failover",
    master_replid: state.runId,
    master_repl_offset: 0,
  };
};

const keyspace = ({ state, nowMs }: RedisTurn): Rows => keyspaceRows(state, nowMs);

const keyspaceRows = ({ databases }: RedisState, nowMs: number): Rows =>
  Object.fromEntries(
    Object.entries(databases)
      .filter(([, { size }]) => size > 0)
      .map(([number, space]) => {
        const times = entriesOf(space).flatMap(([, { expiresAtMs }]) => (expiresAtMs === undefined ? [] : [expiresAtMs - nowMs]));
        const average = times.length === 0 ? 0 : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length);
        return [`db${number}`, `keys=${space.size},expires=${times.length},avg_ttl=${average}`];
      }),
  );

const SECTIONS: Readonly<Record<string, (turn: RedisTurn) => Rows>> = {
  Server: server,
  Clients: clients,
  Memory: memory,
  Persistence: persistence,
  Stats: stats,
  Replication: replication,
  CPU: () => ({
    used_cpu_sys: "0.104031",
    used_cpu_user: "0.083225",
    used_cpu_sys_children: "0.000000",
    used_cpu_user_children: "0.000000",
  }),
  Modules: () => ({}),
  Errorstats: () => ({}),
  Cluster: () => ({ cluster_enabled: 0 }),
  Keyspace: keyspace,
};
