import type { Socket } from "node:net";

/** A connection on which replies come in the order of the requests. */
export interface OrderedConnection {
  readonly isOpen: boolean;
  /** Returns the reply; undefined: the connection ended, or what came back is none of the protocol. */
  ask(request: string): Promise<string | undefined>;
}

/**
 * Asks on a socket, whose other end is given up when it does not answer in time.
 *
 * @param read hands over each reply that arrives, and ends the connection when something else does
 * @param answerMs timeout of a reply, ms
 */
export const askInOrder = (socket: Socket, read: ReadReplies, answerMs: number): OrderedConnection => {
  const waiting: ((reply: string | undefined) => void)[] = [];
  let isOpen = true;
  socket.on("close", () => {
    isOpen = false;
    for (const resolve of waiting.splice(0)) resolve(undefined);
  });
  read(socket, (reply) => waiting.shift()?.(reply));
  return {
    get isOpen() {
      return isOpen;
    },
    ask: (request) =>
      new Promise((resolve) => {
        if (!isOpen) return resolve(undefined);
        const timer = setTimeout(() => socket.destroy(), answerMs);
        waiting.push((reply) => {
          clearTimeout(timer);
          resolve(reply);
        });
        socket.write(request);
      }),
  };
};

type ReadReplies = (socket: Socket, take: (reply: string) => void) => void;
