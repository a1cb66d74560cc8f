import { beforeAll, describe, expect, test } from "vitest";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import { errorShare } from "#sim/flow/user-traffic.ts";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

/** Answer of a command in a pod of a component. */
const run = ({ world, podOf }: AppUnderLoad, component: string, ...command: readonly string[]): string => {
  const { name, namespace = "" } = podOf(component).metadata;
  const { stdout, stderr } = execInContainer(world, { namespace, pod: name, command });
  return `${stdout}${stderr}`;
};

/** Shares of users' requests that fail, by operation. */
const failing = ({ world }: AppUnderLoad): Readonly<Record<string, number>> => {
  const operations = world.log<FlowRow>(FLOW_HISTORY).last()?.operations ?? [];
  return Object.fromEntries(operations.map((operation) => [operation.operation, errorShare(operation)]));
};

describe("a session that keeps a table to itself", () => {
  let shop: AppUnderLoad;

  beforeAll(async () => {
    shop = await bootAppUnderLoad("astronomy-shop");
    shop.pass(60);
  });

  /** Lets a Job begin a transaction in which it locks the table and sleeps. */
  const lock = (app: AppUnderLoad, statement: string): void => {
    const script = `BEGIN; ${statement}; SELECT pg_sleep(900)`;
    const command = ["psql", "-h", "postgresql", "-U", "root", "-d", "otel", "-c", script];
    const env = [{ name: "PGPASSWORD", value: "otel" }];
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "psql", image: "postgres:17.6", command, env }] } };
    const metadata = { name: "maintenance", namespace: "astronomy-shop" };
    app.send("POST", "/apis/batch/v1/namespaces/astronomy-shop/jobs", {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata,
      spec: { backoffLimit: 0, template },
    });
    app.pass(60);
  };

  const ask = (app: AppUnderLoad, statement: string): string =>
    run(app, "postgresql", "psql", "-U", "root", "-d", "otel", "-At", "-c", statement);

  test("programs have sessions between their requests, which the server lists as idle", () => {
    expect(ask(shop, "select distinct usename, state, wait_event from pg_stat_activity where usename = 'otelu'")).toBe(
      "otelu|idle|ClientRead\n",
    );
  });

  test("lets all who read the table wait, so that users run into time-outs, and is named by those who wait", () => {
    const app = shop.fork();
    lock(app, "LOCK TABLE catalog.products IN ACCESS EXCLUSIVE MODE");
    expect(Math.max(...Object.values(failing(app)))).toBeGreaterThan(0.95);
    const [blockers] = ask(app, "select distinct pg_blocking_pids(pid) from pg_stat_activity where wait_event_type = 'Lock'")
      .trim()
      .split("\n");
    const [holder] = ask(app, "select pid from pg_stat_activity where query like '%pg_sleep%' and wait_event = 'PgSleep'")
      .trim()
      .split("\n");
    expect(blockers).toBe(`{${holder}}`);
    expect(ask(app, `select pg_terminate_backend(${holder})`)).toBe("t\n");
    app.pass(60);
    expect(Math.max(...Object.values(failing(app)))).toBeLessThan(0.01);
  });

  test("in a mode that lets others read disturbs nobody", () => {
    const app = shop.fork();
    lock(app, "LOCK TABLE catalog.products IN EXCLUSIVE MODE");
    expect(Math.max(...Object.values(failing(app)))).toBeLessThan(0.01);
  });

  test("makes statements fail after the time that the database lets them wait", () => {
    const app = shop.fork();
    ask(app, "alter database otel set lock_timeout = '2s'");
    lock(app, "LOCK TABLE catalog.products");
    expect(app.logOf("product-catalog")).toContain("failed to query products: pq: canceling statement due to lock timeout");
  });
});

describe("a password that changes in the database", () => {
  let shop: AppUnderLoad;

  beforeAll(async () => {
    shop = await bootAppUnderLoad("astronomy-shop");
    shop.pass(60);
  });

  const ask = (app: AppUnderLoad, statement: string): string =>
    run(app, "postgresql", "psql", "-U", "root", "-d", "otel", "-At", "-c", statement);
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'otelu'";
  const count = "select count(*) from pg_stat_activity where usename = 'otelu'";
  const most = (app: AppUnderLoad): number => Math.max(...Object.values(failing(app)));

  test("is no matter to who has signed in, until its connections end", () => {
    const app = shop.fork();
    expect(ask(app, count)).toBe("20\n");
    ask(app, "alter role otelu password 'rotated'");
    app.pass(60);
    expect(most(app)).toBeLessThan(0.01);
    expect(ask(app, end)).toBe("t\n".repeat(20));
    app.pass(60);
    expect(most(app)).toBeGreaterThan(0.95);
    expect(app.logOf("product-catalog")).toContain("failed to query products: pq: password authentication failed for user");
    expect(ask(app, count)).toBe("0\n");
    ask(app, "alter role otelu password 'otelp'");
    app.pass(60);
    expect(most(app)).toBeLessThan(0.01);
    expect(ask(app, count)).toBe("20\n");
  });

  test("lets nobody notice that connections end while it is the one that programs have", () => {
    const app = shop.fork();
    expect(ask(app, end)).toBe("t\n".repeat(20));
    app.pass(60);
    expect(most(app)).toBeLessThan(0.01);
    expect(ask(app, count)).toBe("20\n");
  });
});

describe("a database that is read-only", () => {
  test("refuses the orders of train-ticket and answers whoever reads, until it is writable again", async () => {
    const trains = await bootAppUnderLoad("train-ticket");
    const set = (setting: string): string =>
      run(trains, "tsdb-mysql", "sh", "-c", `mysql -uroot -p"$MYSQL_ROOT_PASSWORD" -e "set global ${setting}"`);
    trains.pass(60);
    const before = failing(trains);
    set("super_read_only = on");
    trains.pass(60);
    const during = failing(trains);
    const worse = Object.keys(during).filter((name) => (during[name] ?? 0) > (before[name] ?? 0) + 0.5);
    expect(worse.length).toBeGreaterThan(0);
    expect(worse.length).toBeLessThan(Object.keys(during).length);
    // This alone leaves it read-only for all but administrators.
    set("super_read_only = off");
    trains.pass(60);
    expect(Math.max(...Object.values(failing(trains)))).toBeGreaterThan(0.5);
    set("read_only = off");
    trains.pass(120);
    expect(Math.max(...Object.values(failing(trains)))).toBeLessThan(0.01);
  });
});
