import { expect, test } from "vitest";
import { createStoreFixture } from "../../connections/store-fixture.cases.ts";

const redis = (container: object = {}, spec: object = {}, more: readonly object[] = [], image = "redis:7.2.4") => {
  const fixture = createStoreFixture(image, 6379, container, spec, more);
  const cli = (...words: readonly string[]) => fixture.exec(["redis-cli", ...words]);
  return { ...fixture, cli };
};

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data", namespace: "shop" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

test("the server says what it does when it starts, and answers what people look at", () => {
  const { cli, log, exec } = redis();
  expect(log().map((line) => line.replace(/ \d\d \w{3} \d{4} [\d:.]+ /, " "))).toEqual([
    "1:C * oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo",
    "1:C * Redis version=7.2.4, bits=64, commit=00000000, modified=0, pid=1, just started",
    "1:C # Warning: no config file specified, using the default config. In order to specify a config file use redis-server /path/to/redis.conf",
    "1:M * monotonic clock: POSIX clock_gettime",
    "1:M * Running mode=standalone, port=6379.",
    "1:M * Server initialized",
    "1:M * Ready to accept connections tcp",
  ]);
  expect(cli("PING").out).toBe("PONG\n");
  expect(cli("set", "user:1", "Ann Lee").out).toBe("OK\n");
  expect(cli("get", "user:1").out).toBe("Ann Lee\n");
  expect(cli("get", "user:2").out).toBe("\n");
  expect(cli("--no-raw", "get", "user:2").out).toBe("(nil)\n");
  expect(cli("expire", "user:1", "100").out).toBe("1\n");
  expect(cli("ttl", "user:1").out).toBe("100\n");
  expect(cli("--no-raw", "hset", "h", "a", "1", "b", "2").out).toBe("(integer) 2\n");
  expect(cli("--no-raw", "hgetall", "h").out).toBe('1) "a"\n2) "1"\n3) "b"\n4) "2"\n');
  expect(cli("lpush", "user:1", "x").out).toBe("WRONGTYPE Operation against a key holding the wrong kind of value\n\n");
  expect(cli("dbsize").out).toBe("2\n");
  expect(cli("info", "keyspace").out).toMatch(/^# Keyspace\r\ndb0:keys=2,expires=1,avg_ttl=\d+\r\n\n$/);
  expect(cli("client", "list").out).toMatch(/^id=\d+ addr=127\.0\.0\.1:\d+ .* cmd=client\|list user=default .*\n\n$/);
  expect(cli("nosuch", "a").out).toBe("ERR unknown command 'nosuch', with args beginning with: 'a' \n\n");
  expect(cli("get").out).toBe("ERR wrong number of arguments for 'get' command\n\n");
  expect(cli("config", "get", "maxmemory-policy").out).toBe("maxmemory-policy\nnoeviction\n");
  expect(cli("config", "set", "maxmemory-policy", "lru").out).toContain("argument(s) must be one of the following: volatile-lru, ");
  expect(exec(["sh", "-c", "printf 'SET a 1\\nINCR a\\nGET a\\n' | redis-cli"]).out).toBe("OK\n2\n2\n");
  expect(exec(["redis-cli", "--scan", "--pattern", "user*"]).out).toBe("user:1\n");
});

test("at a terminal it converses", () => {
  const { type } = redis();
  expect(type(["redis-cli"], "set a 'two words'", "get a", "multi", "incr n", "exec", "select 3", "quit")).toBe(
    [
      "127.0.0.1:6379> set a 'two words'\nOK",
      '127.0.0.1:6379> get a\n"two words"',
      "127.0.0.1:6379> multi\nOK",
      "127.0.0.1:6379> incr n\nQUEUED",
      "127.0.0.1:6379> exec\n1) (integer) 1",
      "127.0.0.1:6379> select 3\nOK",
      "127.0.0.1:6379[3]> quit\n",
    ].join("\n"),
  );
});

test("a password that is set locks clients out until they bring it, and does not outlive the server", () => {
  const { cli, replacePod } = redis();
  expect(cli("config", "set", "requirepass", "s3cret").out).toBe("OK\n");
  expect(cli("ping").out).toBe("NOAUTH Authentication required.\n\n");
  expect(cli("-a", "wrong", "ping")).toEqual({
    code: 0,
    out: "NOAUTH Authentication required.\n\n",
    err: "Warning: Using a password with '-a' or '-u' option on the command line interface may not be safe.\nAUTH failed: WRONGPASS invalid username-password pair or user is disabled.\n",
  });
  expect(cli("--no-auth-warning", "-a", "s3cret", "ping")).toEqual({ code: 0, out: "PONG\n", err: "" });
  expect(cli("-u", "redis://:s3cret@db:6379/0", "ping").out).toBe("PONG\n");
  replacePod();
  expect(cli("ping").out).toBe("PONG\n");
});

test("users may do what their rules say", () => {
  const { cli } = redis();
  expect(cli("acl", "setuser", "app", "on", ">pw", "~app:*", "+@read", "+ping").out).toBe("OK\n");
  const app = (...words: readonly string[]) => cli("--user", "app", "--pass", "pw", "--no-auth-warning", ...words).out;
  expect(app("get", "app:1")).toBe("\n");
  expect(app("set", "app:1", "x")).toBe("NOPERM User app has no permissions to run the 'set' command\n\n");
  expect(app("get", "other")).toBe("NOPERM No permissions to access a key\n\n");
  expect(cli("acl", "deluser", "app").out).toBe("1\n");
  expect(cli("--user", "app", "--pass", "pw", "--no-auth-warning", "ping").err).toBe(
    "AUTH failed: WRONGPASS invalid username-password pair or user is disabled.\n",
  );
});

test("memory has an end: the server's own limit refuses or evicts, the container's kills", () => {
  const { cli, exec, pods, run } = redis({ args: ["--maxmemory", "2mb"], resources: { limits: { memory: "8Mi" } } });
  const fill = (count: number) =>
    exec(["sh", "-c", `v=$(head -c 400000 /dev/zero | tr '\\0' x); for i in $(seq ${count}); do redis-cli set k$i $v; done`]).out;
  expect(fill(6)).toContain("OOM command not allowed when used memory > 'maxmemory'.\n");
  expect(cli("config", "set", "maxmemory-policy", "allkeys-lru").out).toBe("OK\n");
  expect(cli("set", "small", "1").out).toBe("OK\n");
  expect(cli("info", "stats").out).toMatch(/evicted_keys:[1-9]/);
  cli("config", "set", "maxmemory", "0");
  fill(14);
  run(2);
  expect(pods("db")[0]?.status?.containerStatuses?.[0]).toMatchObject({
    restartCount: 1,
    lastState: { terminated: { reason: "OOMKilled", exitCode: 137 } },
  });
  run(20);
  expect(cli("dbsize").out).toBe("0\n");
});

test("a server that its container has no room for is killed at each start", () => {
  const { pods, run } = redis({ resources: { limits: { memory: "4Mi" } } });
  run(60);
  const [status] = pods("db")[0]?.status?.containerStatuses ?? [];
  expect(status?.restartCount).toBeGreaterThan(1);
  expect(status?.lastState?.terminated ?? status?.state?.terminated).toMatchObject({ reason: "OOMKilled", exitCode: 137 });
});

test("a volume keeps what was saved, a container alone does not", () => {
  const volumes = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };
  const kept = redis({ volumeMounts: [{ name: "data", mountPath: "/data" }] }, volumes, [claim]);
  kept.cli("set", "a", "1");
  kept.replacePod();
  expect(kept.cli("get", "a").out).toBe("1\n");
  expect(kept.log().join("\n")).toContain("Done loading RDB, keys loaded: 1, keys expired: 0.");
  expect(kept.exec(["ls", "/data"]).out).toBe("dump.rdb\n");
  const lost = redis();
  lost.cli("set", "a", "1");
  lost.replacePod();
  expect(lost.cli("get", "a").out).toBe("\n");
  const appended = redis({ args: ["--appendonly", "yes", "--save", ""], volumeMounts: [{ name: "data", mountPath: "/data" }] }, volumes, [
    claim,
  ]);
  appended.cli("set", "a", "2");
  appended.client.delete("pods", "shop", appended.pod(), { gracePeriodSeconds: 0 });
  appended.run(60);
  expect(appended.cli("get", "a").out).toBe("2\n");
  expect(appended.exec(["ls", "/data/appendonlydir"]).out).toBe("appendonly.aof.manifest\n");
});

test("settings come from a file, from a shell's command line, and a bad one ends the server", () => {
  const config = (text: string) => [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "conf", namespace: "shop" }, data: { "redis.conf": text } },
  ];
  const mount = [{ name: "conf", mountPath: "/conf" }];
  const volumes = { volumes: [{ name: "conf", configMap: { name: "conf" } }] };
  const good = redis(
    { command: ["redis-server", "/conf/redis.conf"], volumeMounts: mount },
    volumes,
    config("requirepass abc\nmaxmemory 10mb\n"),
  );
  expect(good.cli("ping").out).toBe("NOAUTH Authentication required.\n\n");
  expect(good.exec(["sh", "-c", "REDISCLI_AUTH=abc redis-cli config get maxmemory"]).out).toBe("maxmemory\n10485760\n");
  const shell = redis({ command: ["sh", "-c"], args: ['exec redis-server --requirepass "$PW"'], env: [{ name: "PW", value: "xyz" }] });
  expect(shell.cli("--no-auth-warning", "-a", "xyz", "ping").out).toBe("PONG\n");
  const bad = redis({ command: ["redis-server", "/conf/redis.conf"], volumeMounts: mount }, volumes, config("port 6379\nmaxmemorie 1\n"));
  expect(bad.pods("db")[0]?.status?.containerStatuses?.[0]?.state?.waiting?.reason ?? "Error").toMatch(/Error|CrashLoopBackOff/);
});

test("who cannot be reached is said as the client says it", () => {
  const { cli, exec } = redis({ command: ["sleep", "1000"] });
  expect(cli("ping")).toEqual({ code: 1, out: "", err: "Could not connect to Redis at 127.0.0.1:6379: Connection refused\n" });
  expect(cli("-h", "nope", "ping").err).toBe("Could not connect to Redis at nope:6379: Name or service not known\n");
  expect(exec(["redis-server", "/none.conf"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("Fatal error, can't open config file '/none.conf': No such file or directory"),
  });
  const open = redis();
  open.create({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "deny", namespace: "shop" },
    spec: { podSelector: {}, policyTypes: ["Ingress"] },
  } as never);
  open.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "other", namespace: "shop" },
    spec: { containers: [{ name: "c", image: "redis:7.2.4", command: ["sleep", "1000"] }] },
  } as never);
  open.run(10);
  expect(open.exec(["redis-cli", "-h", "db", "ping"], { pod: "other", timeoutMs: 200_000 }).err).toBe(
    "Could not connect to Redis at db:6379: Connection timed out\n",
  );
});

test("valkey is the same under its own names", () => {
  const { log, exec } = redis({}, {}, [], "valkey/valkey:9.0.1-alpine");
  expect(log()[0]).toMatch(/\* oO0OoO0OoO0Oo Valkey is starting oO0OoO0OoO0Oo$/);
  expect(exec(["valkey-cli", "set", "a", "1"]).out).toBe("OK\n");
  expect(exec(["redis-cli", "get", "a"]).out).toBe("1\n");
  expect(exec(["valkey-cli", "info", "server"]).out).toContain("valkey_version:9.0.1\r\n");
  expect(exec(["valkey-cli", "-p", "7000", "ping"]).err).toBe("Could not connect to Valkey at 127.0.0.1:7000: Connection refused\n");
});

test("a server that wants replicas before it takes writes refuses them, whatever its running settings were before its start", () => {
  const { cli, exec, replacePod } = redis({ args: ["--min-slaves-to-write", "1"] });
  const refused = "NOREPLICAS Not enough good replicas to write.\n\n";
  expect(cli("config", "get", "min-*").out).toBe(
    "min-replicas-to-write\n1\nmin-replicas-max-lag\n10\nmin-slaves-to-write\n1\nmin-slaves-max-lag\n10\n",
  );
  expect(cli("info", "replication").out).toContain("connected_slaves:0\r\nmin_slaves_good_slaves:0\r\n");
  expect([cli("zadd", "z", "1", "a").out, cli("del", "z").out, cli("flushall").out]).toEqual([refused, refused, refused]);
  expect(cli("get", "a").out).toBe("\n");
  expect(exec(["sh", "-c", "printf 'MULTI\\nSET a 1\\nGET a\\nEXEC\\n' | redis-cli"]).out).toBe(
    `OK\n${refused}QUEUED\nEXECABORT Transaction discarded because of previous errors.\n\n`,
  );
  expect(cli("config", "set", "maxmemory", "1").out).toBe("OK\n");
  expect(cli("set", "a", "1").out).toContain("OOM command not allowed");
  expect(cli("config", "set", "maxmemory", "0", "min-replicas-max-lag", "0").out).toBe("OK\n");
  expect(cli("set", "a", "1").out).toBe("OK\n");
  expect(cli("config", "set", "min-replicas-to-write", "-1").out).toContain("argument must be between 0 and 2147483647 inclusive");
  replacePod();
  expect(cli("set", "a", "1").out).toBe(refused);
  expect(cli("config", "set", "min-replicas-to-write", "0").out).toBe("OK\n");
  expect(cli("set", "a", "1").out).toBe("OK\n");
  expect(cli("replicaof", "db2", "6379").out).toBe("OK\n");
  expect(cli("set", "a", "1").out).toBe("READONLY You can't write against a read only replica.\n\n");
});
