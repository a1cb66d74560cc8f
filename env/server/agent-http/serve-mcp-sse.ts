import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";

/** A tool of an MCP server that answers with text, also about what went wrong. */
export interface SseTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Answers a call; an object is sent as JSON. */
  call(args: Readonly<Record<string, unknown>>): Promise<string | Readonly<Record<string, string>>>;
}

/** One MCP server below a path: a stream at `/sse`, and messages to `/messages/`. */
export interface SseMount {
  /** Answers a request. @param below path below that of the mount @returns false where there is nothing at this path */
  serve(request: IncomingMessage, response: ServerResponse, below: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface SseMountOptions {
  /** Path of the mount, such as `/kubectl`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly tools: readonly SseTool[];
}

/** Creates an MCP server of the older HTTP transport, in which each client has a stream of its own. */
export const createSseMount = ({ path, ...parts }: SseMountOptions): SseMount => {
  const streams = new Map<string, SSEServerTransport>();
  const openStream = async (response: ServerResponse): Promise<void> => {
    if (streams.size >= STREAMS_MAX) return void response.writeHead(429).end();
    const transport = new SSEServerTransport(`${path}/messages/`, response);
    const server = createServer(parts);
    streams.set(transport.sessionId, transport);
    response.on("close", () => {
      streams.delete(transport.sessionId);
      void server.close();
    });
    // The transport's own type says `undefined` where the interface says that a member is missing.
    await server.connect(transport as Parameters<Server["connect"]>[0]);
  };
  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    "GET /sse": (_, response) => openStream(response),
    "POST /messages": async (request, response) => {
      const transport = streams.get(new URLSearchParams(request.url?.split("?")[1]).get("sessionId") ?? "");
      if (transport !== undefined) return await transport.handlePostMessage(request, response);
      request.resume();
      response.writeHead(404).end("no stream has this sessionId: open one with GET on /sse, and post to the address that it tells first\n");
    },
  };
  return {
    serve: async (request, response, below) => {
      const route = routes[`${request.method} ${below.replace(/\/$/, "")}`];
      if (route === undefined) return false;
      await route(request, response);
      return true;
    },
    close: async () => {
      await Promise.all([...streams.values()].map((transport) => transport.close()));
    },
  };
};

/** Maximum number of clients of one mount at once. */
const STREAMS_MAX = 64;

/** One for all servers: nothing here validates by schema but elicitations, which there are none of. */
const VALIDATOR = new AjvJsonSchemaValidator();

const createServer = ({ name, version, tools }: Omit<SseMountOptions, "path">): Server => {
  const server = new Server({ name, version }, { capabilities: { tools: {} }, jsonSchemaValidator: VALIDATOR });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ call: _, inputSchema, ...tool }) => ({ ...tool, inputSchema: inputSchema as { readonly type: "object" } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find((one) => one.name === params.name);
    if (tool === undefined)
      return textResult(`There is no tool ${params.name}; there are ${tools.map((one) => one.name).join(", ")}.`, true);
    const answer = await tool.call(params.arguments ?? {}).catch((cause: Error) => `Error: ${cause.message}`);
    return typeof answer === "string" ? textResult(answer) : { ...textResult(JSON.stringify(answer)), structuredContent: answer };
  });
  return server;
};

const textResult = (text: string, isError = false): CallToolResult => ({ content: [{ type: "text", text }], isError });
