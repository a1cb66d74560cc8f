import { expect, test } from "vitest";
import { type BatchItem, sendBatch } from "./batch.ts";
import { KubedrillError } from "./errors.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test("pending items are sent again until all have their replies, in order", async () => {
  const calls: number[][] = [];
  const replies = await sendBatch<number, string>(numbers(4), async (items) => {
    calls.push(items);
    return items.map((item, i): BatchItem<string> => (i < 2 ? { response: `r${item}` } : {}));
  });
  expect(replies).toEqual(["r0", "r1", "r2", "r3"]);
  expect(calls).toEqual([
    [0, 1, 2, 3],
    [2, 3],
  ]);
});

test("no call holds more than 1,024 items, and what one answered stands when another fails", async () => {
  const replies = await sendBatch<number, number>(numbers(1_025), async (items) => {
    if (items.length === 1) throw new KubedrillError("gone", { code: "UNAVAILABLE" });
    return items.map((item) => ({ response: item + 1 }));
  });
  expect(replies.slice(0, 1_024)).toEqual(numbers(1_024).map((item) => item + 1));
  expect(replies[1_024]).toMatchObject({ code: "UNAVAILABLE" });
});

test("items that are never done fail with a reason", async () => {
  const [reply] = await sendBatch<number, number>([1], async () => [{}]);
  expect(reply).toMatchObject({ code: "DEADLINE_EXCEEDED" });
});
