import { openCluster } from "#env/open/open-cluster.ts";
import { type Answer, type ClusterClient, createClusterClient } from "./cluster-client.ts";
import { FEATURES, type Feature, type Wants } from "./features.ts";

/** Renders a table of the API's features, by asking a simulated cluster for each: `works`, `in part`, `ignored` or `refused`, and the status. */
export const renderFeatures = async (): Promise<string> => {
  const cluster = await openCluster({
    host: "127.0.0.1",
    port: 0,
    nodes: 1,
    seed: "1",
    time: "x20",
    hasMetrics: true,
    hasStorage: true,
  });
  try {
    const client = createClusterClient(cluster.kubeconfig);
    await prepare(client);
    const rows: string[] = [];
    for (const [area, features] of Object.entries(FEATURES))
      for (const feature of features) rows.push(rowOf(area, feature, await feature.ask(client)));
    return ["| area | feature | answer |", "|---|---|---|", ...rows, ""].join("\n");
  } finally {
    await cluster.close();
  }
};

const rowOf = (area: string, { name, wants }: Feature, answer: Answer): string =>
  `| ${area} | ${name} | ${outcomeOf(wants, answer)} (${answer.status}) |`;

const outcomeOf = ({ status, type = "", text = /(?:)/ }: Wants, answer: Answer): string => {
  if (answer.status !== status && (status !== undefined || answer.status >= 400)) return answer.status >= 400 ? "refused" : "ignored";
  return `${answer.headers["content-type"] ?? ""}`.startsWith(type) && text.test(answer.body) ? "works" : "in part";
};

const NS = "/api/v1/namespaces/default";

/** Creates a pod that logs, one with a web server behind a Service, and a Deployment without replicas, and waits for both pods. */
const prepare = async (client: ClusterClient): Promise<void> => {
  await client.send("POST", `${NS}/pods`, { body: WEB });
  await client.send("POST", `${NS}/pods`, { body: TALKER });
  await client.send("POST", `${NS}/services`, { body: WEB_SERVICE });
  await client.send("POST", "/apis/apps/v1/namespaces/default/deployments", { body: IDLE });
  await client.send("GET", `${NS}/endpoints?watch=true&fieldSelector=metadata.name%3Dweb`, { until: /"addresses":/ });
  await client.send("GET", `${NS}/pods?watch=true&fieldSelector=metadata.name%3Dtalker`, { until: /"phase":"Running"/ });
};

const SCRIPT = "require('http').createServer((q, a) => a.end('hello')).listen(8080)";

const WEB = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    containers: [
      {
        name: "web",
        image: "registry.local/node:24",
        command: ["node", "-e", SCRIPT],
        stdin: true,
        ports: [{ containerPort: 8080 }],
        resources: { requests: { cpu: "10m" } },
      },
    ],
  },
};

const TALKER = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "talker" },
  spec: { containers: [{ name: "talker", image: "registry.local/busybox:1.35", command: ["sh", "-c", "echo hello; sleep 3600"] }] },
};

const WEB_SERVICE = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] },
};

const IDLE = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "idle" },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: "idle" } },
    template: { metadata: { labels: { app: "idle" } }, spec: { containers: [{ name: "idle", image: "registry.local/pause:3.10" }] } },
  },
};
