import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadLibrary } from "#env/catalogue/library.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { hasSettled } from "#kube/checks/settled.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { HOTEL_WORLDS, type HotelWorld } from "./hotel-worlds.ts";

/** A fault with its effect on users and in a component's log, which must be the same in both worlds. */
interface Case {
  readonly fault: string;
  readonly params: Readonly<Record<string, string>>;
  /** Pattern of the outcome of GET /hotels. */
  readonly hotels: RegExp;
  /** Component and pattern of the log line that shows the cause. */
  readonly written?: readonly [component: string, line: RegExp];
}

const CASES: readonly Case[] = [
  { fault: "service-selector-mismatch", params: { service: "service/frontend", key: "tier", value: "backend" }, hotels: /^refused/ },
  {
    fault: "configmap-missing",
    params: { configMap: "configmap/geo-config", consumer: "deployment/geo" },
    hotels: /^500 rpc error: code = Unavailable desc = no addresses available for srv-geo\n$/,
  },
  {
    fault: "mongo-role-revoked",
    params: { store: "deployment/mongodb-rate", user: "admin", database: "rate-db" },
    hotels: /^500 rpc error: code = Unavailable desc = no addresses available for srv-rate\n$/,
    written: ["rate", /^panic: \(Unauthorized\) not authorized on rate-db to execute command \{ find: "inventory", filter: \{\}, lsid: /m],
  },
  {
    fault: "configmap-key-drift",
    params: {
      configMap: "configmap/profile-config",
      consumer: "deployment/profile",
      file: "config.json",
      setting: "ProfileMongoAddress",
      value: "db.internal:27017",
    },
    hotels: /^500 rpc error: code = Unavailable desc = no addresses available for srv-profile\n$/,
    written: [
      "profile",
      /^panic: server selection error: server selection timeout, current topology: \{ Type: Single, Servers: \[\{ Addr: db\.internal:27017, Type: Unknown, Last error: dial tcp: lookup db\.internal on [\d.]+:53: no such host \}\] \}$/m,
    ],
  },
];

const SHOWS_MS = 300_000;

describe.each(HOTEL_WORLDS)("hotel-reservation in $title", ({ isAbsent, open }) => {
  let world: HotelWorld;
  beforeAll(async () => {
    if (!isAbsent) world = await open();
  }, 900_000);
  afterAll(async () => await world?.close(), 120_000);

  test.skipIf(isAbsent)("all of its components are ready and every operation is answered", async () => {
    const { admin, namespace, app } = world;
    expect((await listObjects<Pod>(admin, { resource: "pods", namespace })).length).toBe(19);
    expect(await hasSettled(admin, namespace)).toBe(true);
    // Without readiness probes a component is ready a moment before the others know where it is.
    for (const operation of app.operations)
      expect(await until(admin, async () => (await judgeOperation(admin, { app, namespace }, operation)).held), operation.name).toBe(true);
    expect(await askHotels(world, "/hotels?lat=1&lon=2")).toBe("400 Please specify inDate/outDate params\n");
  });

  test.skipIf(isAbsent)("its components write what they are known to write", async () => {
    const patterns: readonly (readonly [string, RegExp])[] = [
      ["geo", /^\{"level":"info","time":"[^"]+","message":"geo listening on :8083"\}$/m],
      ["geo", /"message":"registered srv-geo \([\d.]+:8083\) with consul consul:8500"\}$/m],
      ["mongodb-geo", /^Successfully added user: \{"user":"root","roles":\[\{"role":"userAdminAnyDatabase","db":"admin"\}\]\}$/m],
      ["mongodb-geo", /"id":23016,"ctx":"listener","msg":"Waiting for connections","attr":\{"port":27017,"ssl":"off"\}\}$/m],
      ["consul", /\[INFO\] {2}agent: Synced service: service=srv-geo-[0-9a-f]{8}-\d+$/m],
    ];
    for (const [component, pattern] of patterns) expect(await logOf(world, component)).toMatch(pattern);
  });

  test.skipIf(isAbsent).each(CASES)(
    "$fault shows as it should, and heals",
    { timeout: 900_000 },
    async ({ fault, params, hotels, written }) => {
      const { admin, namespace, app, baseline } = world;
      const injector = (await loadLibrary()).injectors.find(({ id }) => id === fault);
      if (injector === undefined) throw new Error(`there is no ${fault}`);
      const place = { app, namespace };
      await injector.inject(admin, injector.params.parse(params), place);
      for (const symptom of injector.symptoms(injector.params.parse(params), place))
        expect(await until(admin, async () => await symptom.isSeen(admin)), symptom.name).toBe(true);
      await untilMatches(admin, () => askHotels(world), hotels);
      if (written !== undefined) await untilMatches(admin, () => logOf(world, written[0]), written[1]);
      await injector.recover?.(admin, injector.params.parse(params), baseline);
      await world.restore();
      const isServed = async () => (await hasSettled(admin, namespace)) && (await askHotels(world)).startsWith("200 ");
      expect(await until(admin, isServed)).toBe(true);
    },
  );
});

const until = async (admin: ClusterPort, isSo: () => Promise<boolean>): Promise<boolean> =>
  await admin.clock.until(isSo, { timeoutMs: SHOWS_MS });

/** Waits for a text that matches; a mismatch shows the last one. */
const untilMatches = async (admin: ClusterPort, read: () => Promise<string>, pattern: RegExp): Promise<void> => {
  let text = "";
  await until(admin, async () => {
    text = await read();
    return pattern.test(text);
  });
  expect(text).toMatch(pattern);
};

const HOTELS = "/hotels?inDate=2015-04-10&outDate=2015-04-12&lat=38.0235&lon=-122.095";

/** Outcome of GET /hotels: status and body, or the failure of the connection. */
const askHotels = async ({ admin, namespace, app }: HotelWorld, path = HOTELS): Promise<string> => {
  const { service: host, port } = app.load;
  const result = await admin.probe({ from: { namespace }, host, port, http: { method: "GET", path }, timeoutMs: 10_000 });
  return result.kind === "response" ? `${result.status} ${result.body}` : result.kind;
};

/** Logs of a component's pods, of the current and the previous instance. */
const logOf = async ({ admin, namespace }: HotelWorld, component: string): Promise<string> => {
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace, labelSelector: `io.kompose.service=${component}` });
  const texts = pods.flatMap(({ metadata: { name } }) =>
    [{}, { previous: "true" }].map(async (query) => {
      const answer = await admin.read({ path: apiPath({ resource: "pods", namespace, name, subresource: "log" }), query });
      return answer.status === 200 ? `${answer.body}` : "";
    }),
  );
  return (await Promise.all(texts)).join("\n");
};
