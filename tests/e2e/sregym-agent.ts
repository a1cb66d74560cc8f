/** Script of an agent that knows the protocol alone: it polls, asks over four doors, tries what is refused, takes a command back, repairs and submits. */
export const SREGYM_AGENT = `
const { appendFileSync } = require("node:fs");
const { join } = require("node:path");
const { API_HOSTNAME, API_PORT, MCP_SERVER_PORT, AGENT_LOGS_DIR, GREETING } = process.env;
const api = "http://" + API_HOSTNAME + ":" + API_PORT;
const mcp = "http://" + API_HOSTNAME + ":" + MCP_SERVER_PORT;
const get = async (path) => (await fetch(api + path)).json();
const say = (...words) => appendFileSync(join(AGENT_LOGS_DIR, "notes.txt"), words.join(" ") + "\\n");

/** Opens a mount: a stream of events, whose first names the address for messages. */
const open = async (url) => {
  const reader = (await fetch(url)).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async () => {
    while (!text.includes("\\n\\n")) text += (await reader.read()).value;
    const end = text.indexOf("\\n\\n");
    const data = text.slice(0, end).split("data: ")[1];
    text = text.slice(end + 2);
    return data;
  };
  const address = new URL(await next(), url);
  let id = 0;
  const rpc = async (method, params) => {
    id += 1;
    const headers = { "content-type": "application/json", sregym_ssid: "one" };
    await fetch(address, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
    return JSON.parse(await next()).result;
  };
  await rpc("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "agent", version: "1" } });
  return async (name, args = {}) => (await rpc("tools/call", { name, arguments: args })).content[0].text;
};

const until = async (wanted) => {
  while ((await get("/status")).stage !== wanted) await new Promise((resolve) => setTimeout(resolve, 50));
};

(async () => {
  console.log(GREETING, process.cwd(), Object.keys(process.env).filter((name) => /^(KUBEDRILL|SREGYM)_/.test(name)).join());
  await until("diagnosis");
  const { namespace } = await get("/get_app");
  const [kubectl, prometheus, submit] = [await open(mcp + "/kubectl/sse"), await open(mcp + "/prometheus/sse"), await open(mcp + "/submit/sse")];
  const run = (cmd) => kubectl("exec_kubectl_cmd_safely", { cmd });
  say(await run("kubectl get pods | wc -l"));
  const { result } = JSON.parse(await prometheus("get_metrics", { query: "kube_deployment_spec_replicas == 0" }));
  const idle = result.map(({ metric }) => metric.deployment);
  const names = (text) => text.trim().split(/\\s+/).map((line) => line.split("/")[1]);
  const services = names(await run("kubectl get services -o name -n " + namespace));
  const alone = names(await run("kubectl get deployments -o name -n " + namespace)).filter((name) => /mongodb/.test(name) && !services.includes(name));
  await run("kubectl create configmap scratch --from-literal=a=b -n " + namespace);
  say(await kubectl("get_previous_rollbackable_cmd"));
  say(await kubectl("rollback_command"));
  const causes = [...idle.map((name) => "The deployment " + name + " is scaled to zero replicas."), ...alone.map((name) => "The service " + name + " is missing: it was deleted.")];
  const body = JSON.stringify({ solution: causes.join(" ") });
  await fetch(api + "/submit", { method: "POST", headers: { "content-type": "application/json" }, body });
  await until("mitigation");
  for (const name of idle) say(await run("kubectl scale deployment/" + name + " --replicas=1 -n " + namespace));
  for (const name of alone) say(await run("kubectl expose deployment/" + name + " --port=27017 -n " + namespace));
  say(await submit("submit", { ans: "" }));
  await until("done");
  process.exit(0);
})();
`;
