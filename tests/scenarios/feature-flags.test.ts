import { beforeAll, describe, expect, test } from "vitest";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
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
