import { expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import { createAdmissionQueue, type Permit } from "./admission-queue.ts";

const make = (slots: number, depthMax = 8) => createAdmissionQueue({ slots, depthMax, nowMs: () => 0 });

test("slots are handed out until none is left, then in the order of asking", async () => {
  const queue = make(1);
  const first = queue.tryAcquire() as Permit;
  expect(queue.tryAcquire()).toBeUndefined();
  const order: string[] = [];
  const [a, b] = ["a", "b"].map((name) => {
    const ticket = queue.acquire({ client: "c", priority: 5 });
    void ticket.permit.then((permit) => {
      order.push(name);
      permit.release();
    });
    return ticket;
  });
  expect([a?.position(), b?.position()]).toEqual([0, 1]);
  first.release();
  first.release();
  await b?.permit;
  expect(order).toEqual(["a", "b"]);
  expect(queue.free()).toBe(1);
});

test("clients take turns, and priority counts inside a client", async () => {
  const queue = make(1);
  const held = queue.tryAcquire() as Permit;
  const order: string[] = [];
  const ask = (client: string, priority: number, name: string) =>
    queue.acquire({ client, priority }).permit.then((permit) => {
      order.push(name);
      permit.release();
    });
  const all = [ask("x", 5, "x1"), ask("x", 5, "x2"), ask("x", 9, "x3"), ask("y", 0, "y1")];
  held.release();
  await Promise.all(all);
  expect(order).toEqual(["x3", "y1", "x1", "x2"]);
});

test("a full queue refuses with a time to wait", async () => {
  const queue = make(1, 1);
  queue.tryAcquire();
  queue.acquire({ client: "a", priority: 5 });
  await expect(queue.acquire({ client: "a", priority: 5 }).permit).rejects.toMatchObject({ code: "QUEUE_FULL", retryAfterMs: 1000 });
  await expect(make(0, 0).acquire({ client: "a", priority: 5 }).permit).rejects.toMatchObject({ code: "POOL_FULL" });
});

test("whoever leaves the queue takes no slot", async () => {
  const queue = make(1);
  const held = queue.tryAcquire() as Permit;
  const gone = queue.acquire({ client: "a", priority: 5 });
  const stays = queue.acquire({ client: "a", priority: 5 });
  gone.abort(new DrillError("QUEUE_TIMEOUT", "too long"));
  await expect(gone.permit).rejects.toMatchObject({ code: "QUEUE_TIMEOUT" });
  held.release();
  await stays.permit;
  expect([queue.free(), queue.depth()]).toEqual([0, 0]);
});

test("a drain refuses all who wait and all who come", async () => {
  const queue = make(1);
  queue.tryAcquire();
  const waiting = queue.acquire({ client: "a", priority: 5 });
  queue.drain(new DrillError("DRAINING", "stopping"));
  await expect(waiting.permit).rejects.toMatchObject({ code: "DRAINING" });
  await expect(queue.acquire({ client: "a", priority: 5 }).permit).rejects.toMatchObject({ code: "DRAINING" });
});
