import { beforeAll, describe, expect, test } from "vitest";
import type { HttpRequest } from "#sim/network/http/answer-http.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { answerNacos } from "#sim/programs/products/nacos/answer-nacos.ts";
import { registrationsOf } from "#sim/programs/products/registry/registrations.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("train-ticket");
});

const OPERATIONS = [
  "POST /api/v1/users/login",
  "POST /api/v1/travelservice/trips/left",
  "POST /api/v1/preserveservice/preserve",
  "POST /api/v1/inside_pay_service/inside_payment",
  "GET /api/v1/cancelservice/cancel/{orderId}/{loginId}",
  "GET /getVoucher",
  "POST /api/v1/contactservice/contacts",
  "GET /api/v1/stationservice/stations",
  "GET /api/v1/trainservice/trains",
];
const HEALTHY = OPERATIONS.map(() => 0);

const shares = (app: AppUnderLoad): readonly number[] => app.failingShares(OPERATIONS);

interface Row {
  readonly broken: string;
  /** Share of failing requests: login, search, preserve, pay, cancel, voucher, new contact, stations, trains. */
  readonly failing: readonly number[];
  /** Line of a component's log that tells of it. */
  readonly sign?: readonly [component: string, line: RegExp];
}

const refusedBy = (service: string): RegExp =>
  new RegExp(`ResourceAccessException: I/O error on request for "http://${service}:\\d+": Connection refused`);

const NO_INSTANCE = (service: string): RegExp => new RegExp(`503 SERVICE_UNAVAILABLE "Unable to find instance for ${service}"`);

const TABLE: readonly Row[] = [
  {
    broken: "ts-gateway-service",
    failing: [1, 1, 1, 1, 1, 0, 1, 1, 1],
    sign: ["ts-ui-dashboard", /\[error\] 7#7: \*\d+ connect\(\) failed \(111: Connection refused\) while connecting to upstream/],
  },
  {
    broken: "ts-auth-service",
    failing: [1, 0, 0, 0, 0, 0, 0, 0, 0],
    sign: ["ts-gateway-service", NO_INSTANCE("ts-auth-service")],
  },
  {
    broken: "ts-verification-code-service",
    failing: [1, 0, 0, 0, 0, 0, 0, 0, 0],
    sign: ["ts-auth-service", refusedBy("ts-verification-code-service")],
  },
  { broken: "ts-travel-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-preserve-service", refusedBy("ts-travel-service")] },
  { broken: "ts-basic-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-travel-service", refusedBy("ts-basic-service")] },
  { broken: "ts-price-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-basic-service", refusedBy("ts-price-service")] },
  { broken: "ts-route-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-travel-service", refusedBy("ts-route-service")] },
  { broken: "ts-seat-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-travel-service", refusedBy("ts-seat-service")] },
  { broken: "ts-config-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-seat-service", refusedBy("ts-config-service")] },
  { broken: "ts-station-service", failing: [0, 1, 1, 0, 0, 0, 0, 1, 0], sign: ["ts-basic-service", refusedBy("ts-station-service")] },
  { broken: "ts-train-service", failing: [0, 1, 1, 0, 0, 0, 0, 0, 1], sign: ["ts-gateway-service", NO_INSTANCE("ts-train-service")] },
  { broken: "ts-order-service", failing: [0, 1, 1, 1, 1, 1, 0, 0, 0], sign: ["ts-seat-service", refusedBy("ts-order-service")] },
  {
    broken: "ts-order-other-service",
    failing: [0, 0, 1, 0, 0, 0, 0, 0, 0],
    sign: ["ts-security-service", refusedBy("ts-order-other-service")],
  },
  { broken: "ts-preserve-service", failing: [0, 0, 1, 0, 0, 0, 0, 0, 0] },
  { broken: "ts-security-service", failing: [0, 0, 1, 0, 0, 0, 0, 0, 0], sign: ["ts-preserve-service", refusedBy("ts-security-service")] },
  {
    broken: "ts-consign-price-service",
    failing: [0, 0, 1, 0, 0, 0, 0, 0, 0],
    sign: ["ts-consign-service", refusedBy("ts-consign-price-service")],
  },
  { broken: "ts-contacts-service", failing: [0, 0, 1, 0, 0, 0, 1, 0, 0], sign: ["ts-preserve-service", refusedBy("ts-contacts-service")] },
  { broken: "ts-user-service", failing: [0, 0, 1, 0, 1, 0, 0, 0, 0], sign: ["ts-cancel-service", refusedBy("ts-user-service")] },
  {
    broken: "ts-payment-service",
    failing: [0, 0, 0, 1, 0, 0, 0, 0, 0],
    sign: ["ts-inside-payment-service", refusedBy("ts-payment-service")],
  },
  {
    broken: "ts-inside-payment-service",
    failing: [0, 0, 0, 1, 1, 0, 0, 0, 0],
    sign: ["ts-cancel-service", refusedBy("ts-inside-payment-service")],
  },
  {
    broken: "ts-notification-service",
    failing: [0, 0, 0, 0, 1, 0, 0, 0, 0],
    sign: ["ts-cancel-service", refusedBy("ts-notification-service")],
  },
  {
    broken: "ts-voucher-service",
    failing: [0, 0, 0, 0, 0, 1, 0, 0, 0],
    sign: ["ts-ui-dashboard", /request: "GET \/getVoucher HTTP\/1\.1"/],
  },
  {
    broken: "tsdb-mysql",
    failing: HEALTHY.map(() => 1),
    sign: [
      "ts-station-service",
      /HikariPool-1 - Connection is not available, request timed out after 30000ms\..*Communications link failure/,
    ],
  },
  {
    broken: "rabbitmq",
    failing: [0, 0, 1, 0, 0, 0, 0, 0, 0],
    sign: ["ts-food-service", /org\.springframework\.amqp\.AmqpConnectException: java\.net\.ConnectException: Connection refused/],
  },
  { broken: "ts-delivery-service", failing: HEALTHY },
  { broken: "nacos", failing: HEALTHY },
  { broken: "nacosdb-mysql", failing: HEALTHY },
  { broken: "flagd", failing: HEALTHY },
  { broken: "ts-news-service", failing: HEALTHY },
];

describe("what users of the ticket office notice of a dependency that is away", () => {
  test.each(TABLE.map((row) => [row.broken, row] as const))("%s", (broken, { failing, sign }) => {
    const app = healthy.fork();
    expect(shares(app)).toEqual(HEALTHY);
    app.scale(broken, 0);
    expect(shares(app)).toEqual(failing);
    if (sign !== undefined) expect(app.logOf(sign[0])).toMatch(sign[1]);
    app.scale(broken, 1);
    expect(shares(app)).toEqual(HEALTHY);
  });
});

const statusOf = (app: AppUnderLoad, component: string) => app.podOf(component).status?.containerStatuses?.[0];

/** Lets time pass until the log of a component's newest container has a line; one that starts again has an empty log while the JVM boots. */
const expectLine = (app: AppUnderLoad, component: string, line: RegExp): void => {
  for (let i = 0; i < 60 && !line.test(app.logOf(component)); i++) app.pass(3);
  expect(app.logOf(component)).toMatch(line);
};

describe("programs that start while a dependency is away", () => {
  test("without its tables a service ends with the pool's error, and serves again once they are back", () => {
    const app = healthy.fork();
    app.scale("tsdb-mysql", 0);
    app.restart("ts-station-service");
    expectLine(app, "ts-station-service", /^Caused by: .*Communications link failure/m);
    app.pass(30);
    expect(statusOf(app, "ts-station-service")?.lastState?.terminated).toMatchObject({ reason: "Error", exitCode: 1 });
    app.scale("tsdb-mysql", 1);
    app.pass(300);
    expect(shares(app)).toEqual(HEALTHY);
  });

  test("without the registry a service does not start, and those that run are found as before", () => {
    const app = healthy.fork();
    app.scale("nacos", 0);
    app.restart("ts-auth-service");
    expectLine(
      app,
      "ts-auth-service",
      /nacos registry, ts-auth-service register failed\.\.\..*Client not connected, current status:STARTING/,
    );
    expect(shares(app)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    app.scale("nacos", 1);
    app.pass(300);
    expect(shares(app)).toEqual(HEALTHY);
  });

  test("without its database the registry does not start", () => {
    const app = healthy.fork();
    app.scale("nacosdb-mysql", 0);
    app.restart("nacos");
    expectLine(app, "nacos", /Caused by: java\.lang\.IllegalStateException: No DataSource set/);
    app.pass(60);
    expect(statusOf(app, "nacos")).toMatchObject({ lastState: { terminated: { exitCode: 1 } } });
    expect(shares(app)).toEqual(HEALTHY);
  });

  test("a wrong password ends a service with MySQL's refusal in the words of its driver", () => {
    const app = healthy.fork();
    app.scale("ts-station-service", 0);
    app.patchContainer("ts-station-service", { env: [{ name: "STATION_MYSQL_PASSWORD", value: "wrong" }] });
    app.scale("ts-station-service", 1);
    expectLine(app, "ts-station-service", /java\.sql\.SQLException: Access denied for user 'ts'@'[\d.]+' \(using password: YES\)/);
    expect(shares(app)).toEqual([0, 1, 1, 0, 0, 0, 0, 1, 0]);
  });
});

test("a pod that was killed leaves the registry with its connection", () => {
  const app = healthy.fork();
  app.send("DELETE", `/api/v1/namespaces/train-ticket/pods/${app.podOf("ts-train-service").metadata.name}`, { gracePeriodSeconds: 0 });
  app.pass(10);
  expect(app.failingShares(["GET /api/v1/trainservice/trains"])).toEqual([1]);
  expect(app.logOf("ts-gateway-service")).toMatch(NO_INSTANCE("ts-train-service"));
});

test("messages of a queue are shared among the members of its group", () => {
  const app = healthy.fork();
  const rates = () =>
    app
      .row()
      ?.servers.filter(({ operation }) => operation === "email process")
      .map(({ rate }) => rate);
  expect(rates()).toEqual([1]);
  app.scale("ts-notification-service", 2);
  expect(rates()).toEqual([0.5, 0.5]);
});

/** Number of services that the newest Nacos knows. */
const servicesKnown = ({ world }: AppUnderLoad): number => {
  const servers = world
    .map<Process>(PROCESSES)
    .values()
    .filter(({ program }) => program === "nacos");
  const newest = servers.sort((a, b) => b.startedAtMs - a.startedAtMs)[0] as Process;
  return new Set(registrationsOf(world, newest).map(({ service }) => service)).size;
};

test("a registry that takes over from one that still serves learns of all programs", () => {
  const app = healthy.fork();
  const known = servicesKnown(app);
  const annotations = { "example.com/restarted": "once" };
  app.send("PATCH", "/apis/apps/v1/namespaces/train-ticket/statefulsets/nacos", { spec: { template: { metadata: { annotations } } } });
  app.pass(240);
  expect(known).toBeGreaterThan(40);
  expect(servicesKnown(app)).toBe(known);
});

test("Nacos answers over HTTP what it knows, and that there is nothing at other paths, odd ones too", () => {
  const { world } = healthy;
  const nacos = world
    .map<Process>(PROCESSES)
    .values()
    .find(({ program }) => program === "nacos") as Process;
  const ask = (path: string) => answerNacos(world, nacos, { method: "GET", path } as HttpRequest);
  const list = ask("/nacos/v1/ns/instance/list?namespaceId=public&serviceName=ts-auth-service");
  expect(list).toMatchObject({ status: 200, body: expect.stringContaining('"healthy":true') });
  for (const path of ["//", "/nacos/v1/nothing", "constructor", "/%zz?serviceName=%zz"]) expect(ask(path), path).toBeUndefined();
});
