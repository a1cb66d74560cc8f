import { expect, test } from "vitest";
import { createCollectedAlerts } from "./collected-alerts.ts";
import type { Sample } from "./exposition.ts";
import { createSampleStore } from "./sample-store.ts";

const available = (value: number): readonly Sample[] => [
  { labels: { __name__: "kube_deployment_status_replicas_available", deployment: "web", namespace: "shop" }, value },
];

test("an alert is pending when its rule begins to hold, fires a minute later, keeps its beginning, and ends with its reason", () => {
  const store = createSampleStore({ seriesMax: 10, scrapesMax: 100 });
  const alerts = createCollectedAlerts(store, "shop");
  const seen: unknown[] = [];
  for (let atMs = 15_000; atMs <= 375_000; atMs += 15_000) {
    store.take("state", atMs, available(atMs > 100_000 && atMs < 300_000 ? 0 : 1));
    alerts.catchUp(atMs);
    const [alert] = alerts.state().rules.flatMap(({ rule, alerts: active }) => active.map((one) => ({ name: rule.name, ...one })));
    const told = alert === undefined ? "none" : `${alert.name} ${alert.state} since ${alert.activeAtMs / 1000}`;
    if (seen.at(-1) !== told) seen.push(told);
  }
  expect(seen).toEqual(["none", "DeploymentNotReady pending since 134.5", "DeploymentNotReady firing since 134.5", "none"]);
});

test("rules about another namespace's objects find nothing", () => {
  const store = createSampleStore({ seriesMax: 10, scrapesMax: 100 });
  const alerts = createCollectedAlerts(store, "other");
  store.take("state", 60_000, available(0));
  alerts.catchUp(120_000);
  expect(alerts.state().rules.length).toBeGreaterThan(5);
  expect(alerts.state().rules.flatMap((rule) => rule.alerts)).toEqual([]);
});
