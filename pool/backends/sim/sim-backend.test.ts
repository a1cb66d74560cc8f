import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { createMemoryRoom } from "../../memory/memory-room.ts";
import { createSimBackend } from "./sim-backend.ts";

const apps = await loadApps();
const [name = "", other = ""] = apps.map(({ record }) => record.name);
const leaseOf = (backend: ReturnType<typeof createSimBackend>) => async (app: string) =>
  await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "1" });

test("a baseline that a slot is a fork of is not booted again, however many others were since", async () => {
  const lease = leaseOf(createSimBackend({ apps, room: createMemoryRoom(1), hasPast: false }));
  const slot = await lease(name);
  expect((await lease(other)).baseline).not.toBe(slot.baseline);
  const again = await lease(name);
  expect(again.baseline).toBe(slot.baseline);
  expect(await again.digest()).toBe(await slot.digest());
});
