import { expect, test } from "vitest";
import type { Incident } from "./incident.ts";
import { toldDraws } from "./told-draws.ts";

test("what was drawn around a fault is told by ids and names, in an order that no draw decides", () => {
  const incident = {
    variant: "v3",
    noise: [{ id: "pod-kill" }, { id: "batch-job" }],
    decoys: [],
    twins: [
      { verb: "patch", resource: "deployments.apps", name: "rate", patch: {} },
      { verb: "create", resource: "services", object: { metadata: { name: "geo-blue" } } },
      { verb: "patch", resource: "deployments.apps", name: "rate", patch: {} },
    ],
    fixtures: ["hpas"],
  } as unknown as Incident;
  expect(toldDraws(incident)).toEqual({
    variant: "v3",
    noise: ["batch-job", "pod-kill"],
    decoys: [],
    twins: ["deployment/rate", "service/geo-blue"],
    fixtures: ["hpas"],
  });
});
