import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../../processes/process.ts";

/** Product and version of an image's server. */
export interface RedisVersion {
  readonly product: "Redis" | "Valkey";
  /** `7.2.4`. */
  readonly version: string;
  readonly major: number;
}

/** The version in a container's image. */
export const versionOf = ({ start }: Process): RedisVersion => {
  const reference = parseImageReference(start.container.image ?? "");
  const product = reference?.path.includes("valkey") === true ? "Valkey" : "Redis";
  const wanted = (reference?.tag ?? "latest").replace(/-.*$/, "");
  const known = RELEASES[product];
  const version = /^\d+\.\d+\.\d+$/.test(wanted)
    ? wanted
    : (known.find((release) => release.startsWith(`${wanted}.`)) ?? known[0] ?? "7.2.4");
  return { product, version, major: Number(version.split(".")[0]) };
};

/** Default settings of a product's major version. */
export const settingsOf = ({ product, major }: RedisVersion): Readonly<Record<string, string>> => ({
  ...SETTINGS,
  ...(product === "Valkey" || major >= 7 ? { appenddirname: "appendonlydir" } : {}),
});

/** Tags of either image, newest release first; each also has its short forms. */
export const RELEASES: Readonly<Record<RedisVersion["product"], readonly string[]>> = {
  Redis: ["8.2.1", "8.0.3", "7.4.5", "7.2.10", "7.2.4", "7.0.15", "6.2.19", "6.2.4", "5.0.14"],
  Valkey: ["9.0.1", "8.1.4", "8.0.6", "7.2.11"],
};

const SETTINGS: Readonly<Record<string, string>> = {
  bind: "* -::*",
  port: "6379",
  "protected-mode": "no",
  requirepass: "",
  masterauth: "",
  masteruser: "",
  maxmemory: "0",
  "maxmemory-policy": "noeviction",
  "maxmemory-samples": "5",
  maxclients: "10000",
  timeout: "0",
  "tcp-keepalive": "300",
  "tcp-backlog": "511",
  databases: "16",
  save: "3600 1 300 100 60 10000",
  dir: "/data",
  dbfilename: "dump.rdb",
  appendonly: "no",
  appendfilename: "appendonly.aof",
  appendfsync: "everysec",
  "auto-aof-rewrite-percentage": "100",
  "auto-aof-rewrite-min-size": "67108864",
  "aof-load-truncated": "yes",
  "stop-writes-on-bgsave-error": "yes",
  rdbcompression: "yes",
  rdbchecksum: "yes",
  "replica-read-only": "yes",
  "replica-serve-stale-data": "yes",
  "replica-priority": "100",
  "min-replicas-to-write": "0",
  "min-replicas-max-lag": "10",
  replicaof: "",
  "repl-backlog-size": "1048576",
  loglevel: "notice",
  logfile: "",
  daemonize: "no",
  hz: "10",
  activerehashing: "yes",
  "lazyfree-lazy-expire": "no",
  "slowlog-log-slower-than": "10000",
  "slowlog-max-len": "128",
  "notify-keyspace-events": "",
  "proto-max-bulk-len": "536870912",
  "client-output-buffer-limit": "normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60",
  "hash-max-listpack-entries": "128",
  aclfile: "",
};
