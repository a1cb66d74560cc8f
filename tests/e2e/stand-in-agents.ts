/** Command lines of agents as their makers document them: flags with what they take, and where prompt and settings come from. */
const COMMAND_LINES = {
  claude: {
    flags: { print: 0, "output-format": 1, verbose: 0, "mcp-config": 1, "strict-mcp-config": 0, allowedTools: 1, model: 1, "max-turns": 1 },
    prompt: "stdin",
    mcp: 'const { cluster } = readJson(flags["mcp-config"]).mcpServers; return [cluster.url, cluster.headers.Authorization];',
  },
  codex: {
    words: ["exec", "-"],
    flags: { "skip-git-repo-check": 0, "dangerously-bypass-approvals-and-sandbox": 0, c: 1, model: 1, json: 0 },
    prompt: "stdin",
    mcp: `const set = Object.fromEntries([flags.c].flat().map((text) => [text.slice(0, text.indexOf("=")), JSON.parse(text.slice(text.indexOf("=") + 1))]));
      return [set["mcp_servers.cluster.url"], "Bearer " + process.env[set["mcp_servers.cluster.bearer_token_env_var"]]];`,
  },
  gemini: {
    flags: { "approval-mode": 1, "output-format": 1, prompt: 1, model: 1, yolo: 0 },
    prompt: "prompt",
    mcp: `const { mcpServers: { cluster }, security } = readJson(process.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH);
      if (security.folderTrust.enabled !== false) throw new Error("the folder is not trusted");
      return [cluster.httpUrl, cluster.headers.Authorization];`,
  },
  opencode: {
    words: ["run", "PROMPT"],
    flags: { model: 1, format: 1, agent: 1 },
    prompt: "word",
    mcp: `const { mcp: { cluster }, permission } = readJson(process.env.OPENCODE_CONFIG);
      if (cluster.type !== "remote" || permission !== "allow") throw new Error("tools ask");
      return [cluster.url, cluster.headers.Authorization];`,
  },
  qwen: {
    flags: { "approval-mode": 1, "output-format": 1, prompt: 1, model: 1 },
    prompt: "prompt",
    mcp: 'const { cluster } = readJson(".qwen/settings.json").mcpServers; return [cluster.httpUrl, cluster.headers.Authorization];',
  },
  copilot: {
    flags: { "allow-all-tools": 0, "no-color": 0, "additional-mcp-config": 1, prompt: 1, model: 1 },
    prompt: "prompt",
    mcp: `const { cluster } = readJson(flags["additional-mcp-config"].replace(/^@/, "")).mcpServers;
      if (cluster.tools[0] !== "*") throw new Error("no tool of the server is on");
      return [cluster.url, cluster.headers.Authorization];`,
  },
  goose: {
    words: ["run"],
    flags: { "no-session": 0, "with-builtin": 1, instructions: 1, text: 1, model: 1 },
    prompt: "instructions",
  },
  mini: { flags: { yolo: 0, "exit-immediately": 0, task: 1, model: 1, output: 1 }, prompt: "task" },
  "kubectl-ai": {
    words: ["PROMPT"],
    flags: { quiet: 0, "skip-permissions": 0, "max-iterations": 1, "trace-path": 1, kubeconfig: 1, model: 1 },
    prompt: "word",
  },
} as const;

interface CommandLine {
  readonly words?: readonly string[];
  readonly flags: Readonly<Record<string, 0 | 1>>;
  readonly prompt: string;
  readonly mcp?: string;
}

/** Programs that stand in for agents; each is a script for Node. */
export const standInAgents = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(COMMAND_LINES).map(([program, line]: [string, CommandLine]) => [program, scriptOf(line)]));

/** A program that takes no other command line than the agent does, finds the cluster as the agent does, and starts Deployments again that have no replicas. */
const scriptOf = ({ words = [], flags, prompt, mcp }: CommandLine): string => `
const { readFileSync, writeFileSync } = require("node:fs");
const { execFileSync } = require("node:child_process");
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const KNOWN = ${JSON.stringify(flags)};
const flags = {};
const found = [];
const rest = process.argv.slice(2);
if (rest[0] === "--version" || rest[0] === "version") { console.log("0.0.1 stand-in"); process.exit(0); }
while (rest.length > 0) {
  const word = rest.shift();
  const [, name, , value] = /^--?([A-Za-z][\\w-]*)(=(.*))?$/s.exec(word) ?? [];
  if (name === undefined) { found.push(word); continue; }
  if (KNOWN[name] === undefined) { console.error("unknown option " + word); process.exit(64); }
  const given = KNOWN[name] === 0 ? true : value ?? rest.shift();
  flags[name] = flags[name] === undefined ? given : [flags[name], given].flat();
}
const wanted = ${JSON.stringify(words)};
if (found.length !== wanted.length || wanted.some((word, i) => word !== "PROMPT" && word !== found[i])) { console.error("unknown words " + found); process.exit(64); }
const from = ${JSON.stringify(prompt)};
const text = from === "stdin" ? readFileSync(0, "utf8") : from === "word" ? found.at(-1) : from === "instructions" ? readFileSync(flags.instructions, "utf8") : flags[from];
if (text !== process.env.KUBEDRILL_INSTRUCTION) { console.error("another prompt"); process.exit(65); }
const settings = () => { ${mcp ?? "return undefined;"} };
const overMcp = async ([url, authorization]) => {
  const headers = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const rpc = async (method, params) => (await (await fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) })).json()).result;
  const call = async (name, args) => (await rpc("tools/call", { name, arguments: args })).content[0].text;
  const listed = await call("kubectl", { command: "get deployments --no-headers" });
  for (const name of idleOf(listed)) {
    await call("kubectl", { command: "scale deployment/" + name + " --replicas=2" });
    await call("submit_diagnosis", { root_causes: [{ resource: "deployment/" + name, fault_type: "scale-to-zero" }] });
  }
};
const overKubectl = () => {
  for (const name of idleOf(execFileSync("kubectl", ["get", "deployments", "--no-headers"], { encoding: "utf8" }))) {
    execFileSync("kubectl", ["scale", "deployment/" + name, "--replicas=2"]);
    writeFileSync(process.env.KUBEDRILL_DIAGNOSIS_FILE, JSON.stringify({ root_causes: [{ resource: "deployment/" + name, fault_type: "scale-to-zero" }] }));
  }
};
const idleOf = (listed) => [...listed.matchAll(/^(\\S+) +0\\/0/gm)].map(([, name]) => name);
(async () => {
  const place = settings();
  await (place === undefined ? overKubectl() : overMcp(place));
  console.log("model " + flags.model);
})();
`;
