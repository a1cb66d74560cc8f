import type { Image } from "../../images/image.ts";
import { BUSYBOX_APPLETS, DEBIAN_TOOLS, linked } from "../../images/tools.ts";
import { KAFKA_RELEASES } from "../kafka/server/kafka-version.ts";
import { MYSQL_RELEASES } from "../mysql/server/mysql-version.ts";
import { POSTGRES_RELEASES } from "../postgres/server/postgres-version.ts";
import { RELEASES } from "../redis/server/redis-version.ts";
import { TIDB_RELEASES } from "../tidb/release.ts";

/** True for a program of these images that runs in the model of a container's processes. */
export const isStoreProgram = (id: string): boolean => STORE_PROGRAMS.has(id);

type System = "debian" | "alpine";

const TOOLS: Readonly<Record<System, Readonly<Record<string, string>>>> = {
  debian: linked("/usr/bin", DEBIAN_TOOLS, "busybox"),
  alpine: linked("/bin", BUSYBOX_APPLETS, "busybox"),
};

const USERS = (name: string, id: number): Readonly<Record<string, string>> => ({
  "/etc/passwd": `root:x:0:0:root:/root:/bin/bash\n${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`,
  "/etc/group": `root:x:0:\n${name}:x:${id}:\n`,
});

/** A release under all of its names: `7.2.4`, `7.2`, `7`, each alone or with the system that it is built on. */
const tagsOf = (releases: readonly string[], suffixes: readonly string[], withLatest = true): readonly string[] => {
  const tags = new Set<string>();
  for (const release of releases) {
    const parts = release.split(".");
    for (let count = parts.length; count > 0; count--)
      for (const suffix of suffixes) tags.add(`${parts.slice(0, count).join(".")}${suffix === "" ? "" : `-${suffix}`}`);
  }
  if (withLatest) for (const suffix of suffixes) tags.add(suffix === "" ? "latest" : suffix);
  return [...tags];
};

const redis = (name: "redis" | "valkey", system: System): Image => ({
  repository: name === "redis" ? "docker.io/library/redis" : "docker.io/valkey/valkey",
  tags: tagsOf(
    RELEASES[name === "redis" ? "Redis" : "Valkey"],
    system === "debian" ? ["", "bookworm", "trixie"] : ["alpine", "alpine3.22"],
  ),
  sizeBytes: system === "debian" ? 50_134_016 : 16_884_736,
  entrypoint: ["docker-entrypoint.sh"],
  cmd: [`${name}-server`],
  workingDir: "/data",
  env:
    name === "redis"
      ? { REDIS_DOWNLOAD_URL: "http://download.redis.io/releases/redis.tar.gz" }
      : { VALKEY_DOWNLOAD_URL: "https://github.com/valkey-io/valkey/archive/refs/tags.tar.gz" },
  binaries: {
    ...TOOLS[system],
    "/usr/local/bin/docker-entrypoint.sh": "redis-entrypoint",
    ...Object.fromEntries(["server", "cli"].map((part) => [`/usr/local/bin/${name}-${part}`, `${name}-${part}`])),
    ...(name === "valkey" ? { "/usr/local/bin/redis-server": "valkey-server", "/usr/local/bin/redis-cli": "valkey-cli" } : {}),
  },
  folders: FOLDERS,
  owned: { "/data": { user: 999, group: 999, mode: 0o755 } },
  files: USERS(name, 999),
});

const postgres = (system: System): Image => {
  const bin = system === "debian" ? "/usr/bin" : "/usr/local/bin";
  return {
    repository: "docker.io/library/postgres",
    tags: tagsOf(POSTGRES_RELEASES, system === "debian" ? ["", "bookworm", "trixie"] : ["alpine", "alpine3.22"]),
    sizeBytes: system === "debian" ? 161_480_704 : 109_051_904,
    entrypoint: ["docker-entrypoint.sh"],
    cmd: ["postgres"],
    workingDir: "/",
    env: { PGDATA: "/var/lib/postgresql/data", LANG: "en_US.utf8" },
    binaries: {
      ...TOOLS[system],
      "/usr/local/bin/docker-entrypoint.sh": "postgres-entrypoint",
      [`${bin}/postgres`]: "postgres",
      [`${bin}/psql`]: "psql",
      [`${bin}/pg_isready`]: "pg_isready",
    },
    folders: [...FOLDERS, "/docker-entrypoint-initdb.d/"],
    owned: Object.fromEntries(
      ["/var/lib/postgresql", "/var/lib/postgresql/data"].map((path) => {
        const id = system === "debian" ? 999 : 70;
        return [path, { user: id, group: id, mode: 0o1777 }];
      }),
    ),
    files: USERS("postgres", system === "debian" ? 999 : 70),
  };
};

const mysql = (name: "mysql" | "mariadb"): Image => ({
  repository: `docker.io/library/${name}`,
  tags: tagsOf(MYSQL_RELEASES[name], name === "mysql" ? ["", "oracle", "debian"] : ["", "noble", "jammy"]),
  sizeBytes: name === "mysql" ? 235_929_600 : 117_440_512,
  entrypoint: ["docker-entrypoint.sh"],
  cmd: [name === "mysql" ? "mysqld" : "mariadbd"],
  workingDir: "/",
  binaries: {
    ...TOOLS.debian,
    "/usr/local/bin/docker-entrypoint.sh": "mysql-entrypoint",
    "/usr/sbin/mysqld": "mysqld",
    "/usr/bin/mysql": "mysql",
    "/usr/bin/mysqladmin": "mysqladmin",
    ...(name === "mariadb"
      ? { "/usr/sbin/mariadbd": "mariadbd", "/usr/bin/mariadb": "mariadb", "/usr/bin/mariadb-admin": "mariadb-admin" }
      : {}),
  },
  folders: [...FOLDERS, "/docker-entrypoint-initdb.d/", "/etc/mysql/conf.d/"],
  owned: { "/var/lib/mysql": { user: 999, group: 999, mode: 0o1777 } },
  files: USERS("mysql", 999),
});

const FOLDERS: readonly string[] = [
  "bin",
  "dev",
  "etc",
  "home",
  "proc",
  "root",
  "run",
  "sys",
  "tmp",
  "usr",
  "var",
  "var/lib",
  "var/log",
  "var/run",
].map((name) => `/${name}/`);

const KAFKA_SCRIPTS: readonly string[] = [
  "kafka-topics.sh",
  "kafka-consumer-groups.sh",
  "kafka-console-producer.sh",
  "kafka-console-consumer.sh",
  "kafka-configs.sh",
];

const kafka: Image = {
  repository: "docker.io/apache/kafka",
  tags: [...KAFKA_RELEASES, "latest"],
  sizeBytes: 181_403_648,
  entrypoint: ["/__cacert_entrypoint.sh"],
  cmd: ["/etc/kafka/docker/run"],
  workingDir: "/",
  binaries: {
    ...TOOLS.alpine,
    "/__cacert_entrypoint.sh": "busybox/env",
    "/etc/kafka/docker/run": "kafka-run",
    ...Object.fromEntries(KAFKA_SCRIPTS.map((name) => [`/opt/kafka/bin/${name}`, name])),
  },
  folders: [...FOLDERS, "/opt/kafka/config/", "/mnt/shared/config/"],
  owned: { "/var/lib/kafka/data": { user: 1000, group: 1000, mode: 0o755 } },
  files: USERS("appuser", 1000),
};

/** One part of a TiDB cluster; all of them are built on the same base. */
const tidbPart = (name: "pd" | "tikv" | "tidb", sizeBytes: number, tools: readonly string[]): Image => ({
  repository: `docker.io/pingcap/${name}`,
  tags: TIDB_RELEASES,
  sizeBytes,
  entrypoint: [`/${name}-server`],
  workingDir: "/",
  binaries: { ...linked("/usr/bin", tools, "busybox"), ...linked("/bin", tools, "busybox"), [`/${name}-server`]: `${name}-server` },
  folders: [...FOLDERS, `/var/lib/${name}/`],
  files: USERS("pingcap", 1000),
});

const TIDB_TOOLS = [...DEBIAN_TOOLS, "free", "kill", "nslookup", "ping", "ps", "top", "wget"];

/** Images of data stores. */
export const STORE_IMAGES: readonly Image[] = [
  redis("redis", "debian"),
  redis("redis", "alpine"),
  redis("valkey", "debian"),
  redis("valkey", "alpine"),
  postgres("debian"),
  postgres("alpine"),
  mysql("mysql"),
  mysql("mariadb"),
  kafka,
  tidbPart("pd", 163_577_856, TIDB_TOOLS),
  tidbPart("tikv", 352_321_536, TIDB_TOOLS),
  tidbPart("tidb", 246_415_360, TIDB_TOOLS),
];

/** A command that starts with one of these is a process like any other of its container. */
const STORE_PROGRAMS = new Set([
  "redis-entrypoint",
  "redis-server",
  "redis-cli",
  "valkey-server",
  "valkey-cli",
  "postgres-entrypoint",
  "postgres",
  "psql",
  "pg_isready",
  "mysql-entrypoint",
  "mysqld",
  "mysql",
  "mysqladmin",
  "mariadbd",
  "mariadb",
  "mariadb-admin",
  "kafka-run",
  "pd-server",
  "tikv-server",
  "tidb-server",
  ...KAFKA_SCRIPTS,
]);
