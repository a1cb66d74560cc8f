import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { answerCalls } from "./answer-calls.ts";

test("an answer does not wait for the end of a long call beside it", async () => {
  const { port1: thread, port2: pool } = new MessageChannel();
  onTestFinished(() => thread.close());
  let release = (): void => undefined;
  const methods = {
    long: () =>
      new Promise<string>((resolve) => {
        release = () => resolve("long");
      }),
    short: async () => "short",
    release: async () => release(),
  };
  answerCalls(
    thread,
    methods,
    async () => false,
    () => undefined,
  );
  const send = (...calls: readonly (keyof typeof methods)[]): void =>
    pool.postMessage(JSON.stringify(calls.map((method, n) => ({ n, method, payload: {} }))));
  const received: unknown[] = [];
  pool.on("message", (text: string) => void received.push(...(JSON.parse(text) as unknown[])));
  send("long", "short");
  await expect.poll(() => received).toEqual([{ n: 1, value: "short" }]);
  send("release");
  await expect.poll(() => received).toHaveLength(3);
});
