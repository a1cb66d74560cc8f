import { beforeAll, describe, expect, test } from "vitest";
import type { Event } from "#kube/types/cluster.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { LOAD_CALLER } from "#sim/flow/load.ts";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
import { httpGet } from "#sim/network/http/http-get.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { memoryOf } from "#sim/processes/process-memory.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("astronomy-shop");
});

const FILE = "/etc/flagd/demo.flagd.json";

/** Changes a flag in the file that flagd watches, as its user interface does. */
const turn = (shop: AppUnderLoad, flag: string, variant: string): void => {
  const { metadata } = shop.podOf("flagd");
  const script = `sed -i '/"${flag}"/s/"defaultVariant": "[^"]*"/"defaultVariant": "${variant}"/' ${FILE} && grep ${flag} ${FILE}`;
  const { exitCode, stdout } = execInContainer(shop.world, {
    namespace: metadata.namespace ?? "",
    pod: metadata.name,
    command: ["sh", "-c", script],
  });
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toContain(`"defaultVariant": "${variant}"`);
  shop.pass(60);
};

const CHECKOUT = "POST /api/checkout";

describe("flags that are turned while flagd runs", () => {
  test.each([
    ["paymentFailure", "50%", CHECKOUT, 0.5],
    ["paymentUnreachable", "on", CHECKOUT, 1],
    ["cartFailure", "on", CHECKOUT, 1],
    ["productCatalogFailure", "on", "GET /api/products/{id}", 0.1],
    ["llmRateLimitError", "on", "POST /api/product-ask-ai-assistant/{id}", 0.5],
    ["imageSlowLoad", "10sec", "GET /images/products/{name}", 1],
    ["adFailure", "on", "GET /api/data", 0],
  ])("%s at %s makes %s fail so often: %s", (flag, variant, operation, share) => {
    const shop = healthy.fork();
    turn(shop, flag, variant);
    expect(shop.failingShares([operation])[0]).toBeCloseTo(share, 1);
    turn(shop, flag, "off");
    expect(shop.failingShares([operation])).toEqual([0]);
  });
  test("a service that a flag makes fail logs what it failed at, as its callers do", () => {
    const shop = healthy.fork();
    expect(shop.logOf("payment")).not.toContain("Invalid token");
    turn(shop, "paymentFailure", "50%");
    expect(shop.logOf("payment")).toContain("Invalid token");
    expect(shop.logOf("checkout")).toContain("Invalid token");
  });
  test("failedReadinessProbe takes the cart out of its Service, and back", () => {
    const shop = healthy.fork();
    expect(shop.podOf("cart").status?.containerStatuses?.[0]?.ready).toBe(true);
    turn(shop, "failedReadinessProbe", "on");
    expect(shop.podOf("cart").status?.containerStatuses?.[0]).toMatchObject({ ready: false, restartCount: 0 });
    expect(shop.failingShares(["GET /api/cart", CHECKOUT, "GET /api/products"])).toEqual([1, 1, 0]);
    const events = listObjects<Event>(shop.world, "events", "astronomy-shop");
    expect(events.map(({ message }) => message)).toContain('Readiness probe failed: service unhealthy (responded with "NOT_SERVING")');
    turn(shop, "failedReadinessProbe", "off");
    expect(shop.failingShares(["GET /api/cart"])).toEqual([0]);
  });
  test("loadGeneratorFloodHomepage floods the home page until the page's server is out of memory", () => {
    const shop = healthy.fork();
    const rps = (name: string) => shop.row()?.operations.find(({ operation }) => operation === name)?.rate ?? Number.NaN;
    const [home, products] = [rps("GET /"), rps("GET /api/products")];
    turn(shop, "loadGeneratorFloodHomepage", "on");
    expect([rps("GET /"), rps("GET /api/products")]).toEqual([home + 300, products]);
    shop.pass(240);
    expect(shop.podOf("frontend").status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({ reason: "OOMKilled" });
    turn(shop, "loadGeneratorFloodHomepage", "off");
    expect(rps("GET /")).toBe(home);
  });
  test("llmInaccurateResponse makes the assistant tell users what is not so, with status 200", () => {
    const shop = healthy.fork();
    const ask = () =>
      httpGet(shop.world, LOAD_CALLER, {
        host: "frontend-proxy.astronomy-shop.svc.cluster.local",
        port: 8080,
        method: "POST",
        path: "/api/product-ask-ai-assistant/L9ECAV7KIM",
        timeoutMs: 5000,
      });
    expect(ask()).toMatchObject({ status: 200, body: '{"response":"Customers like that it cleans lenses without a streak."}\n' });
    turn(shop, "llmInaccurateResponse", "on");
    expect(ask()).toMatchObject({ status: 200, body: expect.stringContaining("Customers complain") });
    shop.pass(20);
    expect(shop.failingShares(["POST /api/product-ask-ai-assistant/{id}"])).toEqual([0]);
  });
  test("adManualGc makes ads slow, and nothing fails", () => {
    const shop = healthy.fork();
    const adMs = () => shop.row()?.servers.find(({ component }) => component === "ad")?.meanMs ?? Number.NaN;
    const before = adMs();
    turn(shop, "adManualGc", "on");
    expect(adMs()).toBeGreaterThan(before + 500);
  });
  test("kafkaQueueProblems floods the topic and slows its reader, which falls behind", () => {
    const shop = healthy.fork();
    turn(shop, "kafkaQueueProblems", "on");
    shop.pass(300);
    expect(shop.row()?.queues?.find(({ group }) => group === "fraud-detection")?.lagPerS).toBeGreaterThan(100);
  });
  test("emailMemoryLeak lets the mailer grow until it is killed", () => {
    const shop = healthy.fork();
    turn(shop, "emailMemoryLeak", "100x");
    const mailer = shop.world
      .map<Process>(PROCESSES)
      .values()
      .find(({ key }) => key.includes("/email-")) as Process;
    const before = memoryOf(shop.world, mailer);
    shop.pass(20);
    expect(memoryOf(shop.world, mailer)).toBeGreaterThan(before + 5);
    shop.pass(300);
    expect(shop.podOf("email").status?.containerStatuses?.[0]?.restartCount).toBeGreaterThan(0);
  });
});

test("an edit of the ConfigMap counts once flagd has restarted, which copies it then", () => {
  const shop = healthy.fork();
  const flags = `{"flags":{"paymentFailure":{"state":"ENABLED","variants":{"100%":1,"off":0},"defaultVariant":"100%"}}}`;
  shop.send("PATCH", "/api/v1/namespaces/astronomy-shop/configmaps/flagd-config", { data: { "demo.flagd.json": flags } });
  shop.pass(180);
  expect(shop.failingShares([CHECKOUT])).toEqual([0]);
  shop.restart("flagd");
  expect(shop.failingShares([CHECKOUT])).toEqual([1]);
});
