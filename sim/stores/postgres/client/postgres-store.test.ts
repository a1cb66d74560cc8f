import { expect, test } from "vitest";
import { createStoreFixture } from "../../connections/store-fixture.cases.ts";

const PASSWORD = [{ name: "POSTGRES_PASSWORD", value: "pw" }];

const postgres = (container: object = {}, spec: object = {}, more: readonly object[] = []) => {
  const fixture = createStoreFixture("postgres:17.6", 5432, { env: PASSWORD, ...container }, spec, more);
  const sql = (text: string, ...words: readonly string[]) => fixture.exec(["psql", "-U", "postgres", ...words, "-c", text]);
  const as = (user: string, password: string, text: string) =>
    fixture.exec(["sh", "-c", `PGPASSWORD=${password} psql -h db -U ${user} postgres -At -c "${text}"`]);
  return { ...fixture, sql, as };
};

test("without a password for its superuser the image says so and ends", () => {
  const { pods } = postgres({ env: [] });
  const status = pods("db")[0]?.status?.containerStatuses?.[0];
  expect(status?.lastState?.terminated?.exitCode ?? status?.state?.terminated?.exitCode).toBe(1);
});

test("tables are made, filled, asked and shown as psql shows them", () => {
  const { sql } = postgres();
  sql("create table products (id serial primary key, name text not null, price numeric(10,2) default 0)");
  expect(sql("insert into products (name, price) values ('a', 1.5), ('b', 2) returning *").out).toBe(
    " id | name | price \n----+------+-------\n  1 | a    |  1.50\n  2 | b    |  2.00\n(2 rows)\n\nINSERT 0 2\n",
  );
  expect(sql("insert into products (id, name) values (1, 'c')")).toEqual({
    code: 1,
    out: "",
    err: 'ERROR:  duplicate key value violates unique constraint "products_pkey"\nDETAIL:  Key (id)=(1) already exists.\n',
  });
  expect(sql("insert into products (price) values (1)").err).toContain(
    'null value in column "name" of relation "products" violates not-null constraint',
  );
  expect(sql("select nme from products").err).toBe(
    'ERROR:  column "nme" does not exist\nLINE 1: select nme from products\n               ^\n',
  );
  expect(sql("selec 1").err).toBe('ERROR:  syntax error at or near "selec"\nLINE 1: selec 1\n        ^\n');
  expect(sql("select * from nosuch").err).toBe(
    'ERROR:  relation "nosuch" does not exist\nLINE 1: select * from nosuch\n                      ^\n',
  );
  expect(sql("select count(*), sum(price) from products", "-At").out).toBe("2|3.50\n");
  expect(sql("update products set price = price * 2 where name like 'a%'").out).toBe("UPDATE 1\n");
  expect(sql("select name, case when price > 2 then 'dear' else 'cheap' end from products order by 1 desc", "-At").out).toBe(
    "b|cheap\na|dear\n",
  );
  expect(sql("delete from products").out).toBe("DELETE 2\n");
  expect(sql("select 1; \\d products").err).toBe(
    'ERROR:  syntax error at or near "\\"\nLINE 1: select 1; \\d products\n                  ^\n',
  );
  expect(sql("\\d products").out).toContain('    "products_pkey" PRIMARY KEY, btree (id)\n');
  expect(sql("\\du").out).toContain(" postgres  | Superuser, Create role, Create DB, Replication, Bypass RLS\n");
  expect(sql("\\dx nothing").err).toBe("invalid command \\dx\nTry \\? for help.\n");
});

test("a role must sign in from outside, and may do what it was granted", () => {
  const { sql, as, exec, log } = postgres();
  sql("create table orders (id int primary key, note text)");
  sql("create role app login password 'one'");
  expect(as("app", "one", "select * from orders").err).toBe("ERROR:  permission denied for table orders\n");
  sql("grant select, insert on orders to app");
  expect(as("app", "one", "insert into orders values (1, 'x')").out).toBe("INSERT 0 1\n");
  expect(as("app", "one", "delete from orders").err).toBe("ERROR:  permission denied for table orders\n");
  sql("revoke select on orders from app");
  expect(as("app", "one", "select * from orders").err).toBe("ERROR:  permission denied for table orders\n");
  sql("alter role app password 'two'");
  expect(as("app", "one", "select 1")).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^psql: error: connection to server at "db" \(10\.96\.[\d.]+\), port 5432 failed: FATAL: {2}password authentication failed for user "app"\n$/,
    ),
  });
  expect(log().slice(-2).join("\n")).toMatch(
    /FATAL: {2}password authentication failed for user "app"\n.* DETAIL: {2}Connection matched file "\/var\/lib\/postgresql\/data\/pg_hba.conf" line \d+: "host all all all scram-sha-256"$/,
  );
  expect(as("app", "two", "select 1").out).toBe("1\n");
  sql("alter role app nologin");
  expect(as("app", "two", "select 1").err).toContain('FATAL:  role "app" is not permitted to log in');
  expect(sql("drop role app").err).toContain(
    'ERROR:  role "app" cannot be dropped because some objects depend on it\nDETAIL:  privileges for table orders\n',
  );
  expect(exec(["psql"]).err).toBe(
    'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: FATAL:  role "root" does not exist\n',
  );
  expect(exec(["psql", "-h", "nope", "-U", "x"]).err).toBe(
    'psql: error: could not translate host name "nope" to address: Name or service not known\n',
  );
  expect(exec(["pg_isready", "-h", "db"])).toEqual({ code: 0, out: "db:5432 - accepting connections\n", err: "" });
});

test("a session that holds a lock makes others wait until it is ended", () => {
  const fixture = postgres();
  fixture.sql("create table products (id int primary key)");
  fixture.exec([
    "sh",
    "-c",
    "psql -U postgres -c 'begin' >/dev/null; (printf 'begin;\\nlock table products in access exclusive mode;\\nselect pg_sleep(3600);\\n' | psql -U postgres) > /tmp/out 2>&1 &",
  ]);
  fixture.run(1);
  expect(fixture.sql("set lock_timeout = '2s'; select * from products").err).toBe("ERROR:  canceling statement due to lock timeout\n");
  expect(
    fixture.exec(["psql", "-U", "postgres", "-v", "ON_ERROR_STOP=1"], { stdin: "set lock_timeout = '2s';\nselect * from products;\n" }),
  ).toMatchObject({
    code: 3,
    err: "psql:<stdin>:2: ERROR:  canceling statement due to lock timeout\n",
  });
  fixture.exec(["sh", "-c", "psql -U postgres -Atc 'select count(*) from products' > /tmp/waiter 2>&1 &"]);
  fixture.run(1);
  const waiters = "select pid, wait_event_type, pg_blocking_pids(pid) from pg_stat_activity where wait_event_type = 'Lock'";
  const [pid, , blockers = ""] = fixture.sql(waiters, "-At").out.trim().split("|");
  expect(Number(pid)).toBeGreaterThan(0);
  expect(fixture.sql(`select pg_terminate_backend(${blockers.replace(/[{}]/g, "")})`, "-At").out).toBe("t\n");
  fixture.run(1);
  expect(fixture.exec(["cat", "/tmp/waiter"]).out).toBe("0\n");
  expect(fixture.exec(["cat", "/tmp/out"]).out).toContain(
    "FATAL:  terminating connection due to administrator command\nserver closed the connection unexpectedly\n",
  );
});

test("connections run out, tables become read-only, and settings of the system outlive a restart", () => {
  const fixture = postgres({ args: ["-c", "max_connections=5"] });
  fixture.sql("create role app login password 'x'");
  expect(fixture.sql("show max_connections", "-At").out).toBe("5\n");
  fixture.exec(["sh", "-c", "for i in 1 2; do psql -U postgres -c 'select pg_sleep(1000)' >/dev/null 2>&1 & done"]);
  fixture.run(1);
  expect(fixture.as("app", "x", "select 1").err).toContain(
    "FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
  );
  fixture.exec(["sh", "-c", "for i in 1 2 3; do psql -U postgres -c 'select pg_sleep(1000)' >/dev/null 2>&1 & done"]);
  fixture.run(1);
  expect(fixture.sql("select 1").err).toContain("FATAL:  sorry, too many clients already");
  const other = postgres();
  other.sql("create table t (id int)");
  other.sql("alter system set default_transaction_read_only = on");
  expect(other.sql("insert into t values (1)").err).toBe("ERROR:  cannot execute INSERT in a read-only transaction\n");
  other.sql("alter system reset default_transaction_read_only");
  expect(other.sql("insert into t values (1)").out).toBe("INSERT 0 1\n");
});

test("scripts fill a new cluster, a claim keeps it, another major version cannot open it", () => {
  const claim = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const script = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "init", namespace: "shop" },
    data: {
      "1.sql":
        "CREATE USER otelu WITH PASSWORD 'otelp';\nCREATE SCHEMA catalog;\nCREATE TABLE catalog.products (id TEXT PRIMARY KEY, name TEXT);\nINSERT INTO catalog.products VALUES ('OLJ', 'Sunglasses');\nGRANT USAGE ON SCHEMA catalog TO otelu;\nGRANT SELECT ON ALL TABLES IN SCHEMA catalog TO otelu;\n",
      "2.sh": '#!/bin/bash\npsql --username "$POSTGRES_USER" <<-EOSQL\n\tCREATE DATABASE more;\nEOSQL\n',
    },
  };
  const fixture = postgres(
    {
      volumeMounts: [
        { name: "data", mountPath: "/var/lib/postgresql/data", subPath: "pg" },
        { name: "init", mountPath: "/docker-entrypoint-initdb.d" },
      ],
    },
    {
      volumes: [
        { name: "data", persistentVolumeClaim: { claimName: "data" } },
        { name: "init", configMap: { name: "init" } },
      ],
    },
    [claim, script],
  );
  expect(fixture.as("otelu", "otelp", "select name from catalog.products").out).toBe("Sunglasses\n");
  expect(fixture.sql("select datname from pg_database where datname = 'more'", "-At").out).toBe("more\n");
  fixture.sql("update catalog.products set name = 'Hat'");
  fixture.replacePod();
  expect(fixture.log()[1]).toBe("PostgreSQL Database directory appears to contain a database; Skipping initialization");
  expect(fixture.as("otelu", "otelp", "select name from catalog.products").out).toBe("Hat\n");
  const before = fixture.client.get("deployments.apps", "shop", "db") as unknown as {
    spec: { template: { spec: { containers: object[] } } };
  };
  const containers = before.spec.template.spec.containers.map((container) => ({ ...container, image: "postgres:14.5" }));
  fixture.client.update("deployments.apps", {
    ...before,
    spec: { ...before.spec, template: { ...before.spec.template, spec: { ...before.spec.template.spec, containers } } },
  } as never);
  fixture.run(60);
  const crashed = fixture.pods("db")[0]?.status?.containerStatuses?.[0];
  expect(crashed?.restartCount).toBeGreaterThan(0);
  expect(crashed?.lastState?.terminated?.exitCode).toBe(1);
});

test("what a transaction did not commit is not there", () => {
  const { sql, exec } = postgres();
  sql("create table t (id int)");
  const out = exec(["psql", "-U", "postgres", "-At"], {
    stdin:
      "begin;\ninsert into t values (1);\nselect count(*) from t;\nrollback;\nselect count(*) from t;\nbegin;\ninsert into nosuch values (1);\nselect 1;\ncommit;\n",
  });
  expect(out.out).toBe("BEGIN\nINSERT 0 1\n1\nROLLBACK\n0\nBEGIN\nROLLBACK\n");
  expect(out.err).toBe(
    'psql:<stdin>:7: ERROR:  relation "nosuch" does not exist\nLINE 1: insert into nosuch values (1);\n                    ^\npsql:<stdin>:8: ERROR:  current transaction is aborted, commands ignored until end of transaction block\n',
  );
});
