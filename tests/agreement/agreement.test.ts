import { beforeAll, expect, test } from "vitest";
import { createIncident } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { agrees } from "./agreement.ts";
import { watchEpisode } from "./watch-episode.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

test.each([
  ["astronomy-shop", "service-missing?target=service/currency"],
  ["blueprint-hotel-reservation", "memory-limit-too-small?target=deployment/rate-service"],
  ["fleetcast", "scale-to-zero?target=deployment/satellite-app-backend"],
  ["hotel-reservation", "image-reference-nonexistent?target=deployment/mongodb-reservation"],
  ["social-network", "readiness-probe-wrong-endpoint?target=deployment/text-service"],
  ["train-ticket", "network-policy-deny?target=deployment/ts-route-service"],
])("metrics, logs, traces and objects of %s agree: %s", async (app, rest) => {
  const task = open.catalogue.taskOf(`kubedrill://${app}/${rest}`);
  const { slot } = await createIncident(task, "7", { backend: open.backend, noise: [], decoys: [] });
  const comparisons = await watchEpisode(slot);
  await open.backend.release(slot);
  expect(comparisons.length).toBeGreaterThan(50);
  expect(comparisons.filter((one) => !agrees(one))).toEqual([]);
});
