import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openAgentPlayer } from "../../cli/agents/open-agent-player.ts";
import { toEvalResult } from "../../cli/evaluations/to-eval-result.ts";
import { factsOfOrder } from "../../cli/trajectories/facts-of-order.ts";
import { toTrajectory } from "../../cli/trajectories/to-trajectory.ts";

/** An agent that works by the published interfaces alone: it asks the API server for Deployments without replicas and gives them two. */
const AGENT = `
const { readFileSync, writeFileSync } = require("node:fs");
const https = require("node:https");
const text = readFileSync(process.env.KUBECONFIG, "utf8");
const [, url] = /server: (\\S+)/.exec(text);
const [, token] = /token: (\\S+)/.exec(text);
const [, namespace] = /namespace: (\\S+)/.exec(text);
const call = (method, path, body) => new Promise((resolve, reject) => {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const request = https.request(url + path, { method, rejectUnauthorized: false, headers: { authorization: "Bearer " + token, "content-type": type } }, (answer) => {
    let said = "";
    answer.on("data", (data) => { said += data; });
    answer.on("end", () => resolve(JSON.parse(said)));
  });
  request.on("error", reject);
  request.end(body);
});
(async () => {
  console.log(Object.keys(process.env).filter((name) => name.startsWith("KUBEDRILL_")).sort().join(" "));
  console.log(readFileSync("instruction.txt", "utf8") === process.env.KUBEDRILL_INSTRUCTION);
  const deployments = "/apis/apps/v1/namespaces/" + namespace + "/deployments";
  const idle = (await call("GET", deployments)).items.filter(({ spec }) => spec.replicas === 0);
  for (const { metadata: { name } } of idle) {
    await call("PATCH", deployments + "/" + name, JSON.stringify({ spec: { replicas: 2 } }));
    const causes = [{ resource: "deployment/" + name, fault_type: "scale-to-zero" }];
    writeFileSync(process.env.KUBEDRILL_DIAGNOSIS_FILE, JSON.stringify({ root_causes: causes }));
  }
})();
`;

/** An agent without any library: it asks Prometheus for such Deployments, and repairs and reports over MCP. */
const FETCHING_AGENT = `
const { KUBEDRILL_PROMETHEUS_URL, KUBEDRILL_MCP_URL, KUBEDRILL_AGENT_TOKEN } = process.env;
const authorization = "Bearer " + KUBEDRILL_AGENT_TOKEN;
const rpc = async (method, params) => {
  const headers = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return (await (await fetch(KUBEDRILL_MCP_URL, { method: "POST", headers, body })).json()).result;
};
const call = async (name, args) => (await rpc("tools/call", { name, arguments: args })).content[0].text;
(async () => {
  const query = encodeURIComponent("kube_deployment_spec_replicas == 0");
  const answer = await fetch(KUBEDRILL_PROMETHEUS_URL + "/api/v1/query?query=" + query, { headers: { authorization } });
  const idle = (await answer.json()).data.result.map(({ metric }) => metric.deployment);
  console.log((await rpc("tools/list", {})).tools.length > 5, idle.join());
  for (const name of idle) await call("kubectl", { command: "scale deployment/" + name + " --replicas=2" });
  await call("submit_diagnosis", { root_causes: idle.map((name) => ({ resource: "deployment/" + name, fault_type: "scale-to-zero" })) });
  console.log(await call("submit_mitigation", {}));
})();
`;

const EPISODE = { task: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&twins=none", seed: "3" };

const VARIABLES = [
  ...["KUBEDRILL_AGENT_TOKEN", "KUBEDRILL_DIAGNOSIS_FILE", "KUBEDRILL_INSTRUCTION", "KUBEDRILL_JAEGER_URL"],
  ...["KUBEDRILL_LOKI_URL", "KUBEDRILL_MCP_URL", "KUBEDRILL_PROMETHEUS_URL"],
];

test("an external agent repairs by its kubeconfig or over MCP, and is scored when it exits or runs out of time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eval-agent-"));
  writeFileSync(join(folder, "agent.cjs"), AGENT);
  const logFile = join(folder, "agent.log");
  const command = `'${process.execPath}' '${join(folder, "agent.cjs")}'`;
  // One server serves all programs of this test.
  const program = { command, timeoutMs: 60_000, logFileOf: () => logFile };
  const player = await openAgentPlayer(program, {});
  const remarks: (string | undefined)[] = [];
  const playWith = async (given: Partial<typeof program>) => {
    Object.assign(program, given);
    const order = { episodeId: `e-${remarks.length}`, taskUri: EPISODE.task, seed: EPISODE.seed, policy: "mine" };
    const recording = await player.play(order);
    remarks.push(recording.remark);
    const trajectory = toTrajectory(recording, factsOfOrder(order, player.provenance));
    for (const { measured } of trajectory.steps) expect(measured).toEqual({ agent_s: expect.any(Number), answer_s: expect.any(Number) });
    return toEvalResult(trajectory, EPISODE);
  };
  try {
    const played = await playWith({});
    expect(readFileSync(logFile, "utf8")).toBe(`${VARIABLES.join(" ")}\ntrue\n`);
    expect(played).toMatchObject({ success: true, sample_valid: true, components: { diagnosis: { value: 1 }, mitigation: { value: 1 } } });
    expect(played).toMatchObject({ diagnosed: true, repaired: true, collateral: 0, steps: 1, api_requests: 2 });
    expect(played.virtual_ms).toBeGreaterThan(0);
    expect(played.virtual_ms).toBeLessThan(300_000);
    writeFileSync(join(folder, "fetching.cjs"), FETCHING_AGENT);
    const overMcp = await playWith({ command: `'${process.execPath}' '${join(folder, "fetching.cjs")}'` });
    expect(readFileSync(logFile, "utf8")).toMatch(/^true [\w-]+\n(.*\n)*The episode has ended\.\n$/);
    expect(overMcp).toMatchObject({ success: true, sample_valid: true, steps: 3, api_requests: 1, end_reason: "AGENT_SUBMITTED" });
    expect(overMcp.components).toMatchObject({ diagnosis: { value: 1 }, mitigation: { value: 1 } });
    const idle = await playWith({ command: "sleep 600", timeoutMs: 1_000 });
    expect(idle).toMatchObject({ success: false, diagnosed: false, repaired: false, sample_valid: true, return: 0 });
    // Whoever gives up at once has not voided the sample.
    expect(await playWith({ command: "exit 3", timeoutMs: 60_000 })).toMatchObject({ success: false, sample_valid: true, return: 0 });
    expect(remarks.slice(0, 2)).toEqual([undefined, undefined]);
    expect(remarks.slice(2)).toEqual([
      expect.stringMatching(/was killed after 1 s; its work is scored as it stands$/),
      expect.stringMatching(/failed with status 3; its work is scored as it stands$/),
    ]);
    await expect(playWith({ command: "./none.sh" })).rejects.toThrow(/could not start \(status 127; .*: give its files by whole paths$/);
  } finally {
    await player.close();
  }
});
