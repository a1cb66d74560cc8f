import { expect, test } from "vitest";
import type { Alert } from "../actions/alerts-of.ts";
import { alertChanges, alertGroups } from "./alert-groups.ts";

const NOW = Date.parse("2026-01-16T04:00:00Z");

const notReady = (pod: string, activeAt = "2026-01-16T03:58:00Z"): Alert => ({
  labels: { alertname: "KubePodNotReady", severity: "critical", namespace: "shop", pod },
  annotations: { description: `Pod ${pod} in namespace shop has been not ready for more than 1 minute.` },
  state: "firing",
  activeAt,
});

test("alerts of one kind are one line, with what they are about and since when", () => {
  expect(alertGroups([notReady("a"), notReady("b", "2026-01-16T03:59:30Z"), notReady("c")], NOW)).toEqual([
    "- KubePodNotReady [critical] for 30s to 2m in shop, 3 times: a, b, c",
  ]);
});

test("a single alert is told in its own words", () => {
  expect(alertGroups([notReady("a")], NOW)).toEqual([
    "- KubePodNotReady [critical] for 2m: Pod a in namespace shop has been not ready for more than 1 minute.",
  ]);
});

test("after the first look only what changed is told", () => {
  expect(alertChanges([notReady("a"), notReady("b")], [notReady("b"), notReady("c")], NOW)).toBe(
    [
      "Alerts (2 firing):",
      "- new: KubePodNotReady [critical] for 2m: Pod c in namespace shop has been not ready for more than 1 minute.",
      "- resolved: KubePodNotReady [critical]: Pod a in namespace shop has been not ready for more than 1 minute.",
      "- as before: KubePodNotReady",
    ].join("\n"),
  );
  expect(alertChanges([notReady("a"), notReady("b")], [notReady("b"), notReady("a")], NOW)).toBe(
    "Alerts: no change, 2 firing: KubePodNotReady ×2.",
  );
  expect(alertChanges([], [], NOW)).toBe("Alerts: none firing.");
});
