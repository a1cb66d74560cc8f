import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { DrillError } from "#core/drill-error.ts";
import { parseJson } from "#core/parse-json.ts";
import type { ToolSpec } from "../../host/episode-protocol.ts";
import type { StepReply } from "../episodes/episode-orders.ts";
import { readBody } from "../kube-http/read-body.ts";
import type { AgentService } from "./open-agent-endpoint.ts";

/** Part of an episode that its agent gets over MCP; nothing in it is the trainer's. */
export interface AgentPlay {
  readonly tools: readonly ToolSpec[];
  /** Words that an agent within the process gets at the start. */
  readonly instructions: string;
  readonly serverVersion: string;
  /** Makes a tool call the next step of the episode. */
  call(name: string, argumentsJson: string): Promise<StepReply>;
}

/** Creates the MCP server of an episode: streamable HTTP without sessions, so that any number of clients may come and go. */
export const createMcpService =
  (play: AgentPlay): AgentService =>
  async ({ request, response }) => {
    if (request.method !== "POST") {
      request.resume();
      return void response.writeHead(405, { allow: "POST" }).end();
    }
    const body = await readBody(request, BODY_BYTES_MAX);
    if (body === undefined) return void response.writeHead(413).end();
    const message = parseJson(body.toString("utf8"));
    if (message === undefined) return void response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(NOT_JSON));
    const server = createServer(play);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on("close", () => void server.close());
    // The transport's own type says `undefined` where the interface says that a member is missing.
    await server.connect(transport as Parameters<Server["connect"]>[0]);
    await transport.handleRequest(request, response, message);
  };

const BODY_BYTES_MAX = 1024 * 1024;

const NOT_JSON = { jsonrpc: "2.0", error: { code: ErrorCode.ParseError, message: "Parse error: Invalid JSON" }, id: null };

/** One for all servers: nothing here validates by schema but elicitations, which there are none of. */
const VALIDATOR = new AjvJsonSchemaValidator();

const createServer = ({ tools, instructions, serverVersion, call }: AgentPlay): Server => {
  const server = new Server(
    { name: "kubedrill", version: serverVersion },
    { capabilities: { tools: {}, prompts: {} }, instructions, jsonSchemaValidator: VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return toResult(await call(params.name, JSON.stringify(params.arguments ?? {})));
    } catch (cause) {
      return overResult(cause);
    }
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== PROMPT.name) throw new McpError(ErrorCode.InvalidParams, `there is no prompt ${params.name}`);
    return { messages: [{ role: "user", content: { type: "text", text: instructions } }] };
  });
  return server;
};

const PROMPT = { name: "task", title: "Task", description: "What there is to do, as the agent is told at the start." };

const describeTool = ({ name, description, inputSchema, mutating }: ToolSpec): Tool => ({
  name,
  description,
  inputSchema: inputSchema as Tool["inputSchema"],
  annotations: { readOnlyHint: !mutating, openWorldHint: false },
});

const toResult = ({ observation, results, ending }: StepReply): CallToolResult => {
  const text = observation.views.map(({ body }) => body).join("\n\n");
  return {
    content: [{ type: "text", text: ending === undefined ? text : `${text}\n\n${OVER}` }],
    isError: results.some(({ status }) => status !== "OK"),
  };
};

const OVER = "The episode has ended.";

/** The answer to a call after the end. @throws McpError for a failure that is not the agent's */
const overResult = (cause: unknown): CallToolResult => {
  const code = cause instanceof DrillError ? cause.code : "BUG";
  // Messages of errors name the episode, and its id is the trainer's.
  if (!OVER_CODES.has(code)) throw new McpError(ErrorCode.InternalError, `the call failed: ${code}`);
  return { content: [{ type: "text", text: OVER }], isError: true };
};

const OVER_CODES: ReadonlySet<string> = new Set(["EPISODE_ENDED", "EPISODE_UNKNOWN"]);
