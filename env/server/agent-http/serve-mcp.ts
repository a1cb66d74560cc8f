import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
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

/**
 * Creates the MCP server of an episode: streamable HTTP without sessions, so that any number of clients may come and go.
 * Each request says which revision of the protocol it speaks, and all are answered out of the same tools.
 */
export const createMcpService = (play: AgentPlay): AgentService => {
  const handler = createMcpHandler(() => createServer(play), { legacy: "reject", maxSubscriptions: 0 });
  return async ({ request, response }) => {
    if (request.method !== "POST") {
      request.resume();
      return void response.writeHead(405, { allow: "POST" }).end();
    }
    const body = await readBody(request, BODY_BYTES_MAX);
    if (body === undefined) return void response.writeHead(413).end();
    const parsedBody = parseJson(body.toString("utf8"));
    if (parsedBody === undefined) return void response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(NOT_JSON));
    const asked = toFetched(request, response, body);
    const answer = (await isLegacyRequest(asked, parsedBody))
      ? await answerHandshakes(createServer(play), asked, { response, parsedBody })
      : await handler.fetch(asked, { parsedBody });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };
};

const BODY_BYTES_MAX = 1024 * 1024;

const NOT_JSON = { jsonrpc: "2.0", error: { code: ProtocolErrorCode.ParseError, message: "Parse error: Invalid JSON" }, id: null };

/** The request as the SDK takes it; it is given up with the connection. */
const toFetched = ({ headers }: IncomingMessage, response: ServerResponse, body: Buffer): Request => {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  return new Request(URL_OF_ALL, { method: "POST", headers: namesAndValues(headers), body: new Uint8Array(body), signal: gone.signal });
};

/** Address of a fetched request: none of its parts matters, since the endpoint has found the episode by then. */
const URL_OF_ALL = "http://localhost/mcp";

const namesAndValues = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));

/** Answers revisions that begin with a handshake, up to 2025-11-25; what it agrees upon is in each request, so that nothing is kept. */
const answerHandshakes = async (
  server: Server,
  request: Request,
  { response, parsedBody }: { readonly response: ServerResponse; readonly parsedBody: unknown },
): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => void server.close());
  await server.connect(transport);
  return await transport.handleRequest(request, { parsedBody });
};

/** One for all servers: nothing here validates by schema but elicitations, which there are none of. */
const VALIDATOR = new AjvJsonSchemaValidator();

const createServer = ({ tools, instructions, serverVersion, call }: AgentPlay): Server => {
  const server = new Server(
    { name: "kubedrill", version: serverVersion },
    { capabilities: { tools: {}, prompts: {} }, instructions, jsonSchemaValidator: VALIDATOR },
  );
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    try {
      return toResult(await call(params.name, JSON.stringify(params.arguments ?? {})));
    } catch (cause) {
      return overResult(cause);
    }
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: [PROMPT] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== PROMPT.name) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${params.name}`);
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

/** The answer to a call after the end. @throws ProtocolError for a failure that is not the agent's */
const overResult = (cause: unknown): CallToolResult => {
  const code = cause instanceof DrillError ? cause.code : "BUG";
  // Messages of errors name the episode, and its id is the trainer's.
  if (!OVER_CODES.has(code)) throw new ProtocolError(ProtocolErrorCode.InternalError, `the call failed: ${code}`);
  return { content: [{ type: "text", text: OVER }], isError: true };
};

const OVER_CODES: ReadonlySet<string> = new Set(["EPISODE_ENDED", "EPISODE_UNKNOWN"]);
