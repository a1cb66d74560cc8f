import { expect, test } from "vitest";
import type { World } from "../../../kernel/world.ts";
import type { LoadSegment } from "../traffic/flow-index.ts";
import type { ContainerLife } from "./container-lives.ts";
import { bytes, cpuSeconds } from "./container-values.ts";

const life = { startedAtMs: 0, endedAtMs: 10_000, hash: 7 } as ContainerLife;
const load: LoadSegment = { fromMs: 0, cores: 1, served: 1000, sent: 0, coreSeconds: 0, servedTotal: 0, sentTotal: 0, previous: undefined };

test("counters of a container that ended hold all that it did", () => {
  const received = bytes(1, 0)(life, 10_000, load, {} as World) ?? 0;
  expect(received).toBeGreaterThanOrEqual(10_000);
  expect(cpuSeconds(life, 10_000, load, {} as World)).toBeGreaterThanOrEqual(10);
});
