import { describe, expect, test } from "vitest";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { FLOW_HISTORY, type FlowRow } from "#sim/flow/flow-history.ts";
import { putLoad, setLoadFactor } from "#sim/flow/load.ts";
import { errorShare } from "#sim/flow/user-traffic.ts";
import type { World } from "#sim/kernel/world.ts";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
import { worldOf } from "../flow-des/world-of.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";
import { COLLECTED, STORM } from "./metastable-topologies.ts";
import { value } from "./query-metrics.ts";

/** A world under load, and what its users see. */
const under = (world: World) => ({
  world,
  pass: (seconds: number, factor?: number) => {
    if (factor !== undefined) setLoadFactor(world, factor);
    world.runUntil(world.nowMs() + seconds * 1000);
  },
  failing: (operation = 0) => {
    const flow = world.log<FlowRow>(FLOW_HISTORY).last()?.operations[operation];
    return flow === undefined ? Number.NaN : errorShare(flow);
  },
  rowOf: (component: string) =>
    world
      .log<FlowRow>(FLOW_HISTORY)
      .last()
      ?.servers.find((server) => server.component === component),
});

const loaded = (world: World) => {
  putLoad(world);
  return under(world);
};

describe("retries of requests that timed out keep the queue full in which they time out", () => {
  test("a burst of a minute makes a storm that stays, and less load ends it", () => {
    const { pass, failing, rowOf } = loaded(worldOf(STORM));
    pass(120);
    expect(failing()).toBeLessThan(0.001);
    expect(rowOf("back")?.rate).toBeCloseTo(STORM.rps, -1);
    pass(60, 2);
    pass(600, 1);
    expect(failing()).toBeGreaterThan(0.95);
    // Every call is made four times over, and each of them is worked on for nobody.
    expect(rowOf("back")?.rate).toBeCloseTo(4 * STORM.rps, -1);
    pass(60, 0.25);
    pass(120, 1);
    expect(failing()).toBeLessThan(0.001);
  });
  test("the same burst does nothing where retries have a budget", () => {
    const [front, back] = STORM.services;
    const calls = [{ to: "back", timeoutMs: 200, attempts: 4, retryBudget: 0.1 }];
    const { pass, failing } = loaded(worldOf({ ...STORM, services: [{ ...front!, calls }, back!] }));
    pass(120);
    pass(60, 2);
    expect(failing()).toBeGreaterThan(0.3);
    pass(120, 1);
    expect(failing()).toBeLessThan(0.001);
  });
});

describe("a heap that waiting requests fill takes the time in which they would be worked off", () => {
  const heap = { liveMiB: 100, requestMiB: 0.3, allocatedMiB: 1 };
  const boot = (maxMiB: number) => loaded(worldOf(COLLECTED, { front: { heap: { ...heap, maxMiB }, ...COLLECTED.further } }));

  test("after a burst hardly anything is served until the load goes down", () => {
    const { pass, failing } = boot(512);
    pass(120);
    expect(failing()).toBeLessThan(0.001);
    pass(60, 3);
    pass(600, 1);
    expect(failing()).toBeGreaterThan(0.95);
    pass(60, 0.25);
    pass(60, 1);
    expect(failing()).toBeLessThan(0.001);
  });
  test("with a larger heap the same burst passes", () => {
    const { pass, failing } = boot(2048);
    pass(120);
    pass(60, 3);
    expect(failing()).toBeGreaterThan(0.3);
    pass(120, 1);
    expect(failing()).toBeLessThan(0.001);
  });
});

describe("the queue between search and rate", () => {
  const HOTELS = 0;
  test("is full of expired requests after a burst, until searches are tried less often", async () => {
    const hotel = await bootAppUnderLoad("hotel-reservation");
    const { pass, failing } = under(hotel.world);
    const env = (values: Readonly<Record<string, string>>) => ({ env: Object.entries(values).map(([name, value]) => ({ name, value })) });
    pass(0, 8 / 60);
    hotel.patchContainer("rate", { name: "hotel-reserv-rate", ...env({ RATE_BACKEND_QPS_LIMIT: "20", RATE_QUEUE_CAPACITY: "256" }) });
    const search = (attempts: string) =>
      hotel.patchContainer("search", {
        name: "hotel-reserv-search",
        ...env({ RATE_RPC_TIMEOUT_MS: "750", RATE_RPC_MAX_ATTEMPTS: attempts }),
      });
    search("3");
    expect(failing(HOTELS)).toBeLessThan(0.01);
    pass(15, 40 / 60);
    pass(600, 8 / 60);
    expect(failing(HOTELS)).toBeGreaterThan(0.9);
    expect(value(hotel.world, "rate_queue_depth")).toBeGreaterThan(200);
    search("2");
    pass(120);
    expect(failing(HOTELS)).toBeLessThan(0.01);
    expect(value(hotel.world, "rate_queue_depth")).toBe(0);
  });
});

describe("messages that wait at a broker", () => {
  const LAG = 'kafka_consumergroup_lag{consumergroup="accounting"}';

  test("a reader that was away works off what has come since, and both Prometheus and the broker's tool say how far it is", async () => {
    const shop = await bootAppUnderLoad("astronomy-shop", slowAccounting({ medianMs: WORK_MS, messages: 10 }));
    calm(shop);
    expect(value(shop.world, LAG)).toBe(0);
    shop.scale("accounting", 0);
    shop.pass(3600);
    const behind = value(shop.world, LAG);
    expect(behind).toBeGreaterThan(100);
    const [, told] = /^accounting orders +0 +\d+ +\d+ +(\d+) +- +- +- *$/m.exec(describeGroup(shop)) ?? [];
    // The newest scrape is some seconds old.
    expect(Math.abs(Number(told) - behind)).toBeLessThan(20);
    shop.scale("accounting", 1);
    expect(describeGroup(shop)).toMatch(/^accounting orders +0 .* accounting-[0-9a-f-]{36} \/10\.\S+ +accounting *$/m);
    shop.pass(30);
    expect(value(shop.world, LAG)).toBeLessThan(behind);
    shop.pass(3600);
    expect(value(shop.world, LAG)).toBe(0);
  });

  test("a reader that takes more at once than it can do in time never gets on, until it takes less", async () => {
    const shop = await bootAppUnderLoad("astronomy-shop", slowAccounting({ medianMs: WORK_MS, messages: 800 }));
    calm(shop);
    expect(value(shop.world, LAG)).toBe(0);
    shop.scale("accounting", 0);
    shop.pass(7200);
    shop.scale("accounting", 1);
    const behind = value(shop.world, LAG);
    shop.pass(3600);
    // The trigger is gone, and each batch is read again and again.
    expect(value(shop.world, LAG)).toBeGreaterThan(behind + 50);
    shop.patchContainer("accounting", { env: [{ name: "MAX_POLL_RECORDS", value: "100" }] });
    shop.pass(7200);
    expect(value(shop.world, LAG)).toBe(0);
  });

  test("a message that cannot be done holds up all behind it, and nobody else", async () => {
    const shop = await bootAppUnderLoad("astronomy-shop", (behaviour) => withAccounting(behaviour, { onError: "retry" }));
    const password = (text: string) => ({
      env: [{ name: "DB_CONNECTION_STRING", value: `Host=postgresql;Username=otelu;Password=${text};Database=otel` }],
    });
    shop.patchContainer("accounting", password("wrong"));
    shop.pass(1800);
    const behind = value(shop.world, LAG);
    expect(behind).toBeGreaterThan(100);
    expect(value(shop.world, 'kafka_consumergroup_lag{consumergroup="fraud-detection"}')).toBe(0);
    shop.patchContainer("accounting", password("otelp"));
    shop.pass(600);
    expect(value(shop.world, LAG)).toBe(0);
  });
});

/** A quarter of the load: an order every two seconds. */
const calm = (shop: AppUnderLoad): void => {
  setLoadFactor(shop.world, 0.25);
  shop.pass(600);
};

/** Work on an order, ms: a fifth of the time between two. */
const WORK_MS = 400;

const withAccounting = (behaviour: AppBehaviour, consumes: object, operation: object = {}): AppBehaviour => {
  const accounting = behaviour.programs["accounting"]!;
  const [[name, work]] = Object.entries(accounting.operations) as [[string, (typeof accounting.operations)[string]]];
  return {
    ...behaviour,
    settings: { ...behaviour.settings, MAX_POLL_RECORDS: { env: "MAX_POLL_RECORDS", default: "500" } },
    programs: {
      ...behaviour.programs,
      accounting: {
        ...accounting,
        consumes: { ...accounting.consumes!, ...consumes },
        operations: { [name]: { ...work, ...operation } },
      },
    },
  };
};

const slowAccounting =
  ({ medianMs, messages }: { readonly medianMs: number; readonly messages: number }) =>
  (behaviour: AppBehaviour): AppBehaviour => {
    const changed = withAccounting(
      behaviour,
      { batch: { messages: "MAX_POLL_RECORDS", withinMs: 300_000 } },
      { medianMs, p99Ms: 2 * medianMs },
    );
    return { ...changed, settings: { ...changed.settings, MAX_POLL_RECORDS: { env: "MAX_POLL_RECORDS", default: `${messages}` } } };
  };

const describeGroup = ({ world, podOf }: AppUnderLoad): string => {
  const { metadata } = podOf("kafka");
  return execInContainer(world, {
    namespace: metadata.namespace ?? "",
    pod: metadata.name,
    command: ["/opt/kafka/bin/kafka-consumer-groups.sh", "--bootstrap-server", "localhost:9092", "--describe", "--all-groups"],
  }).stdout;
};
