import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatMessage } from "../llm/chat-endpoint.ts";

/** A request as the endpoint got it. */
export interface AskedChat {
  readonly body: Readonly<Record<string, unknown>> & { readonly messages: readonly ChatMessage[] };
  readonly authorization: string | undefined;
}

/** A reply: a message, or a status with a text. */
export type ScriptedReply =
  | { readonly content?: string; readonly calls?: readonly (readonly [name: string, argumentsJson: string])[] }
  | { readonly status: number; readonly text: string; readonly retryAfter?: string }
  | "silence";

/** A chat-completions endpoint on this machine, whose answers a function of the requests makes. */
export const serveScript = async (script: (asked: AskedChat, count: number) => ScriptedReply) => {
  const asked: AskedChat[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const chat: AskedChat = { body: JSON.parse(Buffer.concat(chunks).toString()), authorization: request.headers.authorization };
    asked.push(chat);
    const reply = request.url === "/v1/chat/completions" ? script(chat, asked.length) : { status: 404, text: "no such path" };
    if (reply === "silence") return;
    if ("status" in reply) {
      response.writeHead(reply.status, reply.retryAfter === undefined ? {} : { "retry-after": reply.retryAfter });
      response.end(reply.text);
      return;
    }
    const calls = (reply.calls ?? []).map(([name, given], i) => ({
      id: `call-${asked.length}-${i}`,
      type: "function",
      function: { name, arguments: given },
    }));
    const message = { role: "assistant", content: reply.content ?? null, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
    response.end(JSON.stringify({ choices: [{ index: 0, message }], usage: { prompt_tokens: 100, completion_tokens: 10 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: asked as readonly AskedChat[],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
