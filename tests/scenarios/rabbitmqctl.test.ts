import { beforeAll, expect, test } from "vitest";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
import { queryTelemetry } from "#sim/telemetry/query-telemetry.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("train-ticket");
});

const ask = (app: AppUnderLoad, ...command: readonly string[]) => {
  const { metadata } = app.podOf("rabbitmq");
  return execInContainer(app.world, { namespace: "train-ticket", pod: metadata.name, command });
};

const text = (app: AppUnderLoad, ...command: readonly string[]): string => ask(app, "rabbitmqctl", ...command).stdout;

test("the queues of a healthy broker are empty, and each has its reader", () => {
  expect(text(healthy, "list_queues")).toBe(
    "Timeout: 60.0 seconds ...\nListing queues for vhost / ...\nname\tmessages\nemail\t0\nfood_delivery\t0\n",
  );
  expect(text(healthy, "-q", "list_queues", "name", "consumers")).toBe("name\tconsumers\nemail\t1\nfood_delivery\t1\n");
});

test("a queue without its reader grows, and the tool and the metric say by how much", () => {
  const app = healthy.fork();
  app.scale("ts-notification-service", 0);
  app.pass(600);
  const [email] = JSON.parse(text(app, "list_queues", "name", "messages", "consumers", "--formatter=json")) as readonly {
    readonly messages: number;
    readonly consumers: number;
  }[];
  expect(email).toMatchObject({ name: "email", consumers: 0 });
  expect(email!.messages).toBeGreaterThan(20);
  const { body } = queryTelemetry(app.world, {
    api: "prometheus",
    path: "/api/v1/query",
    params: { query: 'rabbitmq_queue_messages{queue="email"}' },
  });
  const { result } = (body as { readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] } }).data;
  // The metric is as old as its last scrape.
  const since = email!.messages - Number(result[0]?.value[1]);
  expect(since).toBeGreaterThanOrEqual(0);
  expect(since).toBeLessThan((email!.messages * 16) / 600);
});

test("connections are those of senders and readers, with the addresses of their pods", () => {
  const lines = text(healthy, "list_connections", "-q").trim().split("\n");
  expect(lines[0]).toBe("user\tpeer_host\tpeer_port\tstate");
  const reader = healthy.podOf("ts-notification-service").status?.podIP;
  const sender = healthy.podOf("ts-preserve-service").status?.podIP;
  for (const host of [reader, sender]) expect(lines.filter((line) => line.startsWith(`guest\t${host}\t`))).toHaveLength(1);
  expect(text(healthy, "status")).toContain(`Connection count: ${lines.length - 1}\n`);
});

test("the status tells version, memory, alarms and listeners; users and vhosts are the usual ones", () => {
  const status = text(healthy, "status");
  expect(status).toMatch(/^Status of node rabbit@rabbitmq-\S+ \.\.\.\nRuntime\n\nOS PID: 1\n/);
  expect(status).toMatch(/Total memory used: 0\.1\d{3} gb\n/);
  expect(status).toContain("Alarms\n\n(none)\n");
  expect(status).toContain("Interface: [::], port: 5672, protocol: amqp, purpose: AMQP 0-9-1 and AMQP 1.0\n");
  expect(text(healthy, "list_users")).toBe("Listing users ...\nuser\ttags\nguest\t[administrator]\n");
  expect(text(healthy, "list_vhosts", "-s")).toBe("/\n");
});

test("words that the tool does not know are refused as it refuses them", () => {
  expect(ask(healthy, "rabbitmqctl", "list_queue")).toMatchObject({ exitCode: 64, stderr: "\nCommand 'list_queue' not found. \n" });
  expect(ask(healthy, "rabbitmqctl", "list_queues", "size")).toMatchObject({ exitCode: 64 });
  expect(ask(healthy, "rabbitmq-diagnostics", "-q", "ping").stdout).toBe("Ping succeeded\n");
});
