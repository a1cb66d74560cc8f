import type { IncomingMessage } from "node:http";

/** Reads the body of a request; undefined if it is too large. */
export const readBody = async (request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> => {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
  }
  return size > bytesMax ? undefined : Buffer.concat(chunks);
};
