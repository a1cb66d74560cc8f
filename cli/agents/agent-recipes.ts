/** Way to start a program that somebody else wrote for one episode: the whole difference between agents. */
export interface AgentRecipe {
  /** Name of its program, as it is found on PATH. */
  readonly program: string;
  readonly maker: string;
  /** Command that installs it, or where that is described. */
  readonly install: string;
  /** Words with which it prints its version; missing: it tells none. */
  readonly version?: string;
  /** Way to sign it in to a model, for those who have just installed it. */
  readonly signIn: string;
  /** Way to the cluster: the episode's tools over MCP, each call a step, or a `kubectl` of its own, which must then be on PATH. */
  readonly reaches: "mcp" | "kubectl";
  /** Its settings: a file in the folder of the episode, whose text may name variables of the shell. */
  readonly settings?: { readonly path: string; readonly value: object };
  /** Command line for `sh` without the model; a file `instruction.txt` is beside it, and stdin is empty. */
  readonly command: string;
}

const HEADERS = { Authorization: "Bearer $KUBEDRILL_AGENT_TOKEN" };
const INSTRUCTION = '"$KUBEDRILL_INSTRUCTION"';

/**
 * Ready agents by their names. Each takes `--model <name>` at the end of its command line.
 * They may do everything without asking, as their user: the cluster is made for the episode, the machine is not.
 */
export const AGENT_RECIPES = {
  // https://code.claude.com/docs/en/cli-reference: rules for tools rather than no rules, since those are refused to root.
  "claude-code": {
    program: "claude",
    maker: "Anthropic",
    install: "npm install -g @anthropic-ai/claude-code",
    version: "--version",
    signIn: "set ANTHROPIC_API_KEY, or run claude once",
    reaches: "mcp",
    settings: { path: "mcp.json", value: { mcpServers: { cluster: { type: "http", url: "$KUBEDRILL_MCP_URL", headers: HEADERS } } } },
    command:
      "DISABLE_AUTOUPDATER=1 claude --print --output-format stream-json --verbose --mcp-config mcp.json --strict-mcp-config --allowedTools mcp__cluster,Bash,Read,Write,Edit < instruction.txt",
  },
  // https://developers.openai.com/codex/cli/reference: calls over MCP are refused to `exec` unless approvals are bypassed.
  codex: {
    program: "codex",
    maker: "OpenAI",
    install: "npm install -g @openai/codex",
    version: "--version",
    signIn: "run codex login, or printenv OPENAI_API_KEY | codex login --with-api-key",
    reaches: "mcp",
    command: [
      "codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox",
      '-c "mcp_servers.cluster.url=\\"$KUBEDRILL_MCP_URL\\""',
      `-c 'mcp_servers.cluster.bearer_token_env_var="KUBEDRILL_AGENT_TOKEN"'`,
      "-c mcp_servers.cluster.tool_timeout_sec=600",
      "- < instruction.txt",
    ].join(" "),
  },
  // https://geminicli.com/docs/reference/configuration: system settings, since those of a folder wait for somebody to trust it.
  gemini: {
    program: "gemini",
    maker: "Google",
    install: "npm install -g @google/gemini-cli",
    version: "--version",
    signIn: "set GEMINI_API_KEY, or run gemini once",
    reaches: "mcp",
    settings: {
      path: "settings.json",
      value: {
        mcpServers: { cluster: { httpUrl: "$KUBEDRILL_MCP_URL", headers: HEADERS, trust: true } },
        security: { folderTrust: { enabled: false } },
      },
    },
    command: `GEMINI_CLI_SYSTEM_SETTINGS_PATH="$PWD/settings.json" gemini --approval-mode=yolo --output-format stream-json --prompt ${INSTRUCTION}`,
  },
  // https://opencode.ai/docs/migrate-v1: the form of version 1, which version 2 reads as well.
  opencode: {
    program: "opencode",
    maker: "Anomaly",
    install: "npm install -g opencode-ai",
    version: "--version",
    signIn: "run opencode auth login",
    reaches: "mcp",
    settings: {
      path: "opencode.json",
      value: {
        $schema: "https://opencode.ai/config.json",
        mcp: { cluster: { type: "remote", url: "$KUBEDRILL_MCP_URL", headers: HEADERS, oauth: false, enabled: true } },
        permission: "allow",
      },
    },
    command: `OPENCODE_CONFIG="$PWD/opencode.json" opencode run ${INSTRUCTION}`,
  },
  // https://qwenlm.github.io/qwen-code-docs/en/users/features/headless
  "qwen-code": {
    program: "qwen",
    maker: "Alibaba",
    install: "npm install -g @qwen-code/qwen-code",
    version: "--version",
    signIn: "set OPENAI_API_KEY and OPENAI_BASE_URL, or run qwen once",
    reaches: "mcp",
    settings: {
      path: ".qwen/settings.json",
      value: { mcpServers: { cluster: { httpUrl: "$KUBEDRILL_MCP_URL", headers: HEADERS, trust: true } } },
    },
    command: `qwen --approval-mode yolo --output-format stream-json --prompt ${INSTRUCTION}`,
  },
  // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-programmatic-reference
  copilot: {
    program: "copilot",
    maker: "GitHub",
    install: "npm install -g @github/copilot",
    version: "--version",
    signIn: "set GH_TOKEN, or run copilot once",
    reaches: "mcp",
    settings: {
      path: "mcp.json",
      value: { mcpServers: { cluster: { type: "http", url: "$KUBEDRILL_MCP_URL", headers: HEADERS, tools: ["*"] } } },
    },
    command: `copilot --allow-all-tools --no-color --additional-mcp-config @mcp.json --prompt ${INSTRUCTION}`,
  },
  // https://goose-docs.ai/docs/guides/goose-cli-commands: its extensions of the command line take no headers, so that it works with kubectl.
  goose: {
    program: "goose",
    maker: "Block",
    install: "see https://goose-docs.ai/docs/getting-started/installation",
    version: "--version",
    signIn: "run goose configure",
    reaches: "kubectl",
    command: "GOOSE_MODE=auto goose run --no-session --with-builtin developer --instructions instruction.txt",
  },
  // https://mini-swe-agent.com/latest/usage/mini/
  "mini-swe-agent": {
    program: "mini",
    maker: "SWE-agent",
    install: "uv tool install mini-swe-agent",
    signIn: "run mini-extra config setup",
    reaches: "kubectl",
    command: `mini --yolo --exit-immediately --task ${INSTRUCTION}`,
  },
  // https://github.com/GoogleCloudPlatform/kubectl-ai
  "kubectl-ai": {
    program: "kubectl-ai",
    maker: "Google",
    install: "kubectl krew install ai, or see https://github.com/GoogleCloudPlatform/kubectl-ai",
    version: "version",
    signIn: "set GEMINI_API_KEY, or the key of the provider in its config.yaml",
    reaches: "kubectl",
    command: `kubectl-ai --quiet --skip-permissions --max-iterations 100 --trace-path trace.txt --kubeconfig "$KUBECONFIG" ${INSTRUCTION}`,
  },
} as const satisfies Readonly<Record<string, AgentRecipe>>;

/** Name of a ready agent. */
export type AgentName = keyof typeof AGENT_RECIPES;

/** Names of all ready agents. */
export const AGENT_NAMES = Object.keys(AGENT_RECIPES) as readonly AgentName[];
