import { beforeAll, describe, expect, test } from "vitest";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

const NS = "blueprint-hotel-reservation";
const OPERATIONS = ["GET /SearchHandler", "GET /RecommendHandler", "GET /UserHandler", "GET /ReservationHandler"];
let base: AppUnderLoad;

beforeAll(async () => {
  base = await bootAppUnderLoad(NS);
});

interface Row {
  readonly broken: string;
  /** Share of failing requests: search, recommendations, login, reservation. */
  readonly failing: readonly [number, number, number, number];
  /** Line of a component's log that tells of it. */
  readonly sign?: readonly [component: string, line: RegExp];
}

const CLOCK = String.raw`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d`;
const refused = (operation: string) =>
  new RegExp(
    `${CLOCK} ERROR ${operation}: rpc error: code = Unavailable desc = .*dial tcp [\\d.]+:12345: connect: connection refused"$`,
    "m",
  );
const CACHE = new RegExp(`${CLOCK} ERROR dial tcp [\\d.]+:11211: connect: connection refused$`, "m");
const SELECTION = (host: string) => new RegExp(`${CLOCK} ERROR server selection error: .*Addr: ${host}:27017`, "m");

const TABLE: readonly Row[] = [
  { broken: "search-service", failing: [1, 0, 0, 0], sign: ["frontend-service", refused("Nearby")] },
  { broken: "geo-service", failing: [1, 0, 0, 0], sign: ["search-service", refused("Nearby")] },
  { broken: "rate-service", failing: [1, 0, 0, 0], sign: ["search-service", refused("GetRates")] },
  { broken: "profile-service", failing: [1, 1, 0, 0], sign: ["frontend-service", refused("GetProfiles")] },
  { broken: "reserv-service", failing: [1, 0, 0, 1], sign: ["frontend-service", refused("CheckAvailability")] },
  { broken: "recomd-service", failing: [0, 1, 0, 0], sign: ["frontend-service", refused("GetRecommendations")] },
  { broken: "user-service", failing: [0, 0, 1, 1], sign: ["frontend-service", refused("CheckUser")] },
  { broken: "geo-db", failing: [0, 0, 0, 0] },
  { broken: "recomd-db", failing: [0, 0, 0, 0] },
  { broken: "user-db", failing: [0, 0, 0, 0] },
  { broken: "rate-db", failing: [0.03, 0, 0, 0], sign: ["rate-service", SELECTION("rate-db")] },
  { broken: "profile-db", failing: [0.02, 0.02, 0, 0], sign: ["profile-service", SELECTION("profile-db")] },
  { broken: "reserv-db", failing: [0.1, 0, 0, 1], sign: ["reserv-service", SELECTION("reserv-db")] },
  { broken: "rate-cache", failing: [1, 0, 0, 0], sign: ["rate-service", CACHE] },
  { broken: "profile-cache", failing: [1, 1, 0, 0], sign: ["profile-service", CACHE] },
  { broken: "reserv-cache", failing: [1, 0, 0, 1], sign: ["reserv-service", CACHE] },
  { broken: "frontend-service", failing: [1, 1, 1, 1] },
  { broken: "jaeger", failing: [0, 0, 0, 0] },
];

describe("what users notice of a dependency that is away, where every edge goes through a Service", () => {
  test.each(TABLE.map((row) => [row.broken, row] as const))("%s", (broken, { failing, sign }) => {
    const app = base.fork();
    expect(app.failingShares(OPERATIONS)).toEqual([0, 0, 0, 0]);
    app.scale(broken, 0);
    const shares = app.failingShares(OPERATIONS);
    for (const [i, share] of failing.entries()) expect(shares[i], OPERATIONS[i]).toBeCloseTo(share, 2);
    if (sign !== undefined) expect(app.logOf(sign[0])).toMatch(sign[1]);
    app.scale(broken, 1);
    expect(app.failingShares(OPERATIONS)).toEqual([0, 0, 0, 0]);
  });
});

const configMap = (name: string): string => `/api/v1/namespaces/${NS}/configmaps/${name}`;

const dropPacketsTo = (app: AppUnderLoad, component: string): void => {
  app.send("POST", `/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies`, {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: component },
    spec: { podSelector: { matchLabels: { "io.kompose.service": component } }, policyTypes: ["Ingress"] },
  });
  app.pass(60);
};

describe("settings that a ConfigMap gives as variables", () => {
  test("a program reads them when it starts, and not when they change", () => {
    const app = base.fork();
    app.send("PATCH", configMap("search-service-container-env"), { data: { GEO_SERVICE_GRPC_DIAL_ADDR: "geo-svc:12345" } });
    app.pass(60);
    expect(app.failingShares(OPERATIONS)).toEqual([0, 0, 0, 0]);
    app.restart("search-service");
    expect(app.failingShares(OPERATIONS)).toEqual([1, 0, 0, 0]);
    expect(app.logOf("search-service")).toMatch(/ERROR Nearby: .*lookup geo-svc on [\d.]+:53: no such host/);
  });

  test("a program without one of them says which, and ends", () => {
    const app = base.fork();
    app.send("PATCH", configMap("rate-service-container-env"), { data: { RATE_DB_DIAL_ADDR: null } });
    app.restart("rate-service");
    const [status] = app.podOf("rate-service").status?.containerStatuses ?? [];
    expect(status).toMatchObject({ ready: false, lastState: { terminated: { exitCode: 1, reason: "Error" } } });
    expect(status?.restartCount).toBeGreaterThan(1);
    expect(app.logOf("rate-service")).toMatch(/ERROR Aborting due to missing environment variables: RATE_DB_DIAL_ADDR\n$/);
    expect(app.failingShares(OPERATIONS)).toEqual([1, 0, 0, 0]);
  });

  test("a container whose ConfigMap is gone cannot be created", () => {
    const app = base.fork();
    app.send("DELETE", configMap("rpc"));
    app.restart("user-service");
    const [status] = app.podOf("user-service").status?.containerStatuses ?? [];
    expect(status?.state?.waiting).toEqual({ reason: "CreateContainerConfigError", message: 'configmap "rpc" not found' });
  });

  test("a bind address says where a program listens", () => {
    const app = base.fork();
    app.send("PATCH", configMap("geo-service-container-env"), { data: { GEO_SERVICE_GRPC_BIND_ADDR: "0.0.0.0:23456" } });
    app.restart("geo-service");
    expect(app.failingShares(OPERATIONS)).toEqual([1, 0, 0, 0]);
    const port = { spec: { ports: [{ port: 12345, targetPort: 23456 }] } };
    app.send("PATCH", `/api/v1/namespaces/${NS}/services/geo-service`, port);
    app.pass(60);
    expect(app.failingShares(OPERATIONS)).toEqual([0, 0, 0, 0]);
  });

  test("a caller waits as long as its timeout says for packets that are dropped, and tries as often again as it may", () => {
    const timesOf = (data: Readonly<Record<string, string>>) => {
      const app = base.fork();
      app.send("PATCH", configMap("rpc"), { data });
      app.restart("search-service");
      dropPacketsTo(app, "rate-service");
      expect(app.failingShares(OPERATIONS)[0]).toBe(1);
      const log = app.logOf("search-service");
      expect(log).toMatch(/ERROR GetRates: rpc error: code = DeadlineExceeded desc = context deadline exceeded/);
      return { waitMs: app.waitFor("rate-service"), searchMs: app.waitFor("search-service") };
    };
    const slow = timesOf({ GRPC_CLIENT_TIMEOUT: "500ms", GRPC_CLIENT_RETRIES_ON_ERROR: "0" });
    const twice = timesOf({ GRPC_CLIENT_TIMEOUT: "250ms", GRPC_CLIENT_RETRIES_ON_ERROR: "1" });
    expect(slow.waitMs).toBeCloseTo(500, -1);
    expect(twice.waitMs).toBeCloseTo(250, -1);
    expect(twice.searchMs).toBeCloseTo(slow.searchMs, -2);
  });
});
