import { beforeAll, describe, expect, test } from "vitest";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { memoryOf } from "#sim/processes/process-memory.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("astronomy-shop");
});

const OPERATIONS = [
  "GET /",
  "GET /api/products/{id}",
  "GET /api/recommendations",
  "GET /api/data",
  "POST /api/product-ask-ai-assistant/{id}",
  "GET /api/cart",
  "POST /api/checkout",
  "GET /images/products/{name}",
];
const HEALTHY = OPERATIONS.map(() => 0);

const shares = (shop: AppUnderLoad): readonly number[] => shop.failingShares(OPERATIONS);

interface Row {
  readonly broken: string;
  /** Share of failing requests: home, product page, recommendations, ads, assistant, cart, checkout, image. */
  readonly failing: readonly number[];
  /** Line of a component's log that tells of it. */
  readonly sign?: readonly [component: string, line: RegExp];
}

const GRPC = /^Error: 14 UNAVAILABLE: No connection established\. Last error: connect ECONNREFUSED [\d.]+:8080 \(\d{4}-.*Z\)$/m;

const TABLE: readonly Row[] = [
  {
    broken: "frontend",
    failing: [1, 1, 1, 1, 1, 1, 1, 0],
    sign: [
      "frontend-proxy",
      /^\[\S+Z\] "GET \/ HTTP\/1\.1" 503 UF upstream_reset_before_response_started\{.*delayed_connect_error:_111\}/m,
    ],
  },
  { broken: "product-catalog", failing: [0, 1, 1, 0, 1, 1, 1, 0], sign: ["frontend", GRPC] },
  {
    broken: "postgresql",
    failing: [0, 1, 1, 0, 1, 1, 1, 0],
    sign: ["product-catalog", /failed to query products: dial tcp [\d.]+:5432: connect: connection refused/],
  },
  {
    broken: "cart",
    failing: [0, 0, 0, 0, 0, 1, 1, 0],
    sign: ["checkout", /failed to get user cart during checkout: rpc error: code = Unavailable/],
  },
  {
    broken: "valkey-cart",
    failing: [0, 0, 0, 0, 0, 1, 1, 0],
    sign: ["cart", /^fail: cart\.cartstore\.ValkeyCartStore\[0\] Can't access cart storage\. .*UnableToConnect on valkey-cart:6379/m],
  },
  { broken: "checkout", failing: [0, 0, 0, 0, 0, 0, 1, 0], sign: ["frontend", GRPC] },
  {
    broken: "payment",
    failing: [0, 0, 0, 0, 0, 0, 1, 0],
    sign: ["checkout", /failed to charge card: could not charge the card: rpc error: code = Unavailable/],
  },
  {
    broken: "shipping",
    failing: [0, 0, 0, 0, 0, 0, 1, 0],
    sign: ["checkout", /failed POST to shipping quote service: Post .*connection refused/],
  },
  {
    broken: "quote",
    failing: [0, 0, 0, 0, 0, 0, 1, 0],
    sign: [
      "shipping",
      /ERROR shipping: failed to get quote from quote service: error sending request for url \(http:\/\/quote:8080\/\): Connect/,
    ],
  },
  { broken: "currency", failing: [0, 1, 0, 0, 0, 0, 1, 0], sign: ["frontend", GRPC] },
  { broken: "email", failing: HEALTHY, sign: ["checkout", /failed to send order confirmation: Post \\"http:\/\/email:8080\\": dial tcp/] },
  { broken: "recommendation", failing: [0, 0, 1, 0, 0, 0, 0, 0], sign: ["frontend", GRPC] },
  { broken: "llm", failing: [0, 0, 0, 0, 1, 0, 0, 0], sign: ["product-reviews", /HTTPConnectionPool\(host='llm', port=8000\)/] },
  {
    broken: "image-provider",
    failing: [0, 0, 0, 0, 0, 0, 0, 1],
    sign: ["frontend-proxy", /"GET \/images\/products\/LensCleaningKit\.jpg HTTP\/1\.1" 503 UF/],
  },
  { broken: "ad", failing: HEALTHY, sign: ["frontend", GRPC] },
  {
    broken: "kafka",
    failing: HEALTHY,
    sign: ["accounting", /^%3\|[\d.]+\|FAIL\|rdkafka#consumer-1\| \[thrd:kafka:9092\/bootstrap\].*Connection refused/m],
  },
  { broken: "accounting", failing: HEALTHY },
  { broken: "fraud-detection", failing: HEALTHY },
  { broken: "flagd", failing: HEALTHY },
  { broken: "otel-collector", failing: HEALTHY },
  { broken: "grafana", failing: HEALTHY },
  { broken: "opensearch", failing: HEALTHY },
  { broken: "jaeger", failing: HEALTHY },
];

describe("what users of the shop notice of a dependency that is away", () => {
  test.each(TABLE.map((row) => [row.broken, row] as const))("%s", (broken, { failing, sign }) => {
    const shop = healthy.fork();
    expect(shares(shop)).toEqual(HEALTHY);
    shop.scale(broken, 0);
    expect(shares(shop)).toEqual(failing);
    if (sign !== undefined) expect(shop.logOf(sign[0])).toMatch(sign[1]);
    shop.scale(broken, 1);
    expect(shares(shop)).toEqual(HEALTHY);
  });
});

const statusOf = (shop: AppUnderLoad, component: string) => shop.podOf(component).status?.containerStatuses?.[0];

const CART_FAILS = [0, 0, 0, 0, 0, 1, 1, 0];

describe("stores that answer with a refusal, and addresses that are wrong", () => {
  test("a Valkey that wants a password lets the waiting container pass, and its client crashes", () => {
    const shop = healthy.fork();
    shop.patchContainer("valkey-cart", { args: ["valkey-server", "--requirepass", "hidden"] });
    expect(shares(shop)).toEqual(CART_FAILS);
    expect(shop.logOf("cart")).toMatch(
      /Can't access cart storage\. .*There was an authentication failure.*NOAUTH Authentication required\./,
    );
    shop.restart("cart");
    expect(statusOf(shop, "cart")).toMatchObject({ ready: false, lastState: { terminated: { reason: "Error" } } });
    expect(statusOf(shop, "cart")?.restartCount).toBeGreaterThan(0);
  });

  test("an account with a wrong password gets PostgreSQL's refusal in the words of its client", () => {
    const shop = healthy.fork();
    shop.patchContainer("product-catalog", {
      env: [{ name: "DB_CONNECTION_STRING", value: "postgres://otelu:wrong@postgresql/otel?sslmode=disable" }],
    });
    expect(shares(shop)).toEqual([0, 1, 1, 0, 1, 1, 1, 0]);
    expect(shop.logOf("product-catalog")).toMatch(/failed to query products: pq: password authentication failed for user \\"otelu\\"/);
  });

  test("without the address of the cart the front end calls nobody, and stays ready", () => {
    const shop = healthy.fork();
    shop.patchContainer("frontend", { env: [{ name: "CART_ADDR", $patch: "delete" }] });
    expect(shares(shop)).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
    expect(shop.logOf("frontend")).toMatch(/^Error: 14 UNAVAILABLE: Name resolution failed for target dns:undefined/m);
    expect(statusOf(shop, "frontend")).toMatchObject({ ready: true, restartCount: 0 });
  });

  test("a proxy with a wrong host answers every page with 503, and stays ready", () => {
    const shop = healthy.fork();
    shop.patchContainer("frontend-proxy", { env: [{ name: "FRONTEND_HOST", value: "front" }] });
    expect(shares(shop)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
    expect(shop.row()?.operations[0]?.errors[0]?.cause).toBe("http-503");
    expect(shop.logOf("frontend-proxy")).toMatch(/"GET \/ HTTP\/1\.1" 503 UH no_healthy_upstream/);
    expect(statusOf(shop, "frontend-proxy")).toMatchObject({ ready: true, restartCount: 0 });
  });
});

test("a Service of the front end before the pods of the proxy makes no ring of requests", () => {
  const shop = healthy.fork();
  const selector = { "opentelemetry.io/name": "frontend-proxy" };
  shop.send("PATCH", "/api/v1/namespaces/astronomy-shop/services/frontend", { spec: { selector } });
  shop.pass(30);
  expect(shares(shop)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
});

const servedBy = (shop: AppUnderLoad, component: string): number =>
  shop
    .row()
    ?.servers.filter((server) => server.component === component)
    .reduce((sum, { rate }) => sum + rate, 0) ?? 0;

describe("orders on their way through Kafka", () => {
  test("each group of readers gets every order, and its members share them", () => {
    const shop = healthy.fork();
    expect([servedBy(shop, "accounting"), servedBy(shop, "fraud-detection")]).toEqual([2, 2]);
    shop.scale("accounting", 2);
    const rates = shop.row()?.servers.filter(({ component }) => component === "accounting");
    expect(rates?.map(({ rate }) => rate)).toEqual([1, 1]);
  });

  test("a broker that advertises an address that nobody knows serves nobody", () => {
    const shop = healthy.fork();
    shop.patchContainer("kafka", { env: [{ name: "KAFKA_ADVERTISED_LISTENERS", value: "PLAINTEXT://broker:9092" }] });
    expect(servedBy(shop, "accounting")).toBe(0);
    expect(shares(shop)).toEqual(HEALTHY);
    expect(shop.logOf("accounting")).toMatch(
      /\[thrd:broker:9092\/1\]: broker:9092\/1: Failed to resolve 'broker:9092': Name or service not known/,
    );
    expect(shop.logOf("fraud-detection")).toMatch(
      /Error connecting to node broker:9092 \(id: 1 rack: null\): java.net.UnknownHostException: broker$/m,
    );
  });

  test("while the broker is away, orders pile up in the memory of the checkout until it is killed", () => {
    const shop = healthy.fork();
    const checkout = (): Process =>
      shop.world
        .map<Process>(PROCESSES)
        .values()
        .find(({ key }) => key.includes("/checkout-")) as Process;
    shop.scale("kafka", 0);
    const before = memoryOf(shop.world, checkout());
    shop.pass(600);
    expect(memoryOf(shop.world, checkout())).toBeGreaterThan(before + 2);
    expect(shares(shop)).toEqual(HEALTHY);
    shop.pass(3600);
    expect(statusOf(shop, "checkout")?.lastState?.terminated).toMatchObject({ reason: "OOMKilled", exitCode: 137 });
  });

  test("a broker that comes back lets the memory go", () => {
    const shop = healthy.fork();
    shop.scale("kafka", 0);
    shop.scale("kafka", 1);
    shop.pass(60);
    expect(servedBy(shop, "accounting")).toBe(2);
    expect(statusOf(shop, "checkout")).toMatchObject({ restartCount: 0, ready: true });
  });
});
