import { once } from "node:events";
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
  const answers = async (): Promise<unknown> => JSON.parse(((await once(pool, "message")) as [string])[0]);
  send("long", "short");
  expect(await answers()).toEqual([{ n: 1, value: "short" }]);
  send("release");
  expect(await answers()).toHaveLength(2);
});
