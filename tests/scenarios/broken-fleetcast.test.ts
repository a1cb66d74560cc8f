import { beforeAll, describe, expect, test } from "vitest";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("fleetcast");
});

const OPERATIONS = ["GET /", "GET /api/dashboard", "GET /api/station/{station_id}", "GET /api/simulate"];
const HEALTHY = [0, 0, 0, 0];
const API_DOWN = [0, 1, 1, 1];

const shares = (app: AppUnderLoad): readonly number[] => app.failingShares(OPERATIONS).map((share) => Math.round(share * 1000) / 1000);

const BACKEND = "satellite-app-backend";
const OPERATOR = "tidb-controller-manager";

/** A cluster without its operator, which would make the set anew, and without one of its sets. */
const without = (set: string): AppUnderLoad => {
  const app = healthy.fork();
  app.scale(OPERATOR, 0);
  app.send("DELETE", `/apis/apps/v1/namespaces/fleetcast/statefulsets/${set}`);
  app.pass(45);
  return app;
};

test("a healthy fleet answers everybody", () => {
  expect(shares(healthy)).toEqual(HEALTHY);
});

test("without the page the API still answers", () => {
  const app = healthy.fork();
  app.scale("satellite-app-frontend", 0);
  expect(shares(app)).toEqual([1, 0, 0, 0]);
});

test("without the operator nobody notices anything", () => {
  const app = healthy.fork();
  app.scale(OPERATOR, 0);
  app.pass(300);
  expect(shares(app)).toEqual(HEALTHY);
});

describe("a part of the TiDB cluster that is gone", () => {
  test.each([
    { set: "basic-tidb", sign: /pymysql\.err\.OperationalError: \(2003, "Can't connect to MySQL server on 'basic-tidb'/ },
    { set: "basic-pd", sign: /pymysql\.err\.OperationalError: \(9001, 'PD server timeout'\)/ },
    { set: "basic-tikv", sign: /pymysql\.err\.OperationalError: \(9005, 'Region is unavailable'\)/ },
  ])("$set takes the API down, and its log says why", ({ set, sign }) => {
    const app = without(set);
    expect(shares(app)).toEqual(API_DOWN);
    expect(app.logOf(BACKEND)).toMatch(sign);
  });

  test("comes back as it was when the operator does, with the tables", () => {
    const app = without("basic-tikv");
    app.scale(OPERATOR, 1);
    app.pass(180);
    expect(shares(app)).toEqual(HEALTHY);
  });
});

test("a backend that gets no answer from its database is not ready, and starts again", () => {
  const app = without("basic-tidb");
  app.pass(120);
  const { conditions, containerStatuses } = app.podOf(BACKEND).status ?? {};
  expect(conditions?.find(({ type }) => type === "Ready")?.status).toBe("False");
  expect(containerStatuses?.[0]?.restartCount).toBeGreaterThan(0);
});

test("whoever breaks a set of the cluster by hand sees it put back", () => {
  const app = healthy.fork();
  app.send("PATCH", "/apis/apps/v1/namespaces/fleetcast/statefulsets/basic-tidb", { spec: { replicas: 0 } });
  app.pass(90);
  expect(shares(app)).toEqual(HEALTHY);
});
