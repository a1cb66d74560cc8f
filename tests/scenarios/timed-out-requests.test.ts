import { beforeAll, expect, test } from "vitest";
import type { ToolCall } from "#core/tool-call.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

let open: OpenHost;
let stepIndex = 0;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  await open.host.reset({
    episodeId: "late",
    taskUri: "kubedrill://hotel-reservation/network-policy-deny?target=deployment/geo",
    seed: "5",
    limits: { maxObservationBytes: 65_536 },
    views: [],
  });
  await use({ name: "wait", arguments: { seconds: 60 } });
});

const use = async (call: ToolCall): Promise<string> =>
  (await open.host.step({ episodeId: "late", stepIndex: stepIndex++, actions: [actionOf(call)] })).results[0]?.content ?? "";

test("a request that its caller gave up is no success, and its trace, log and metrics tell one story", async () => {
  const traces = await use({
    name: "get_traces",
    arguments: { service: "frontend", operation: "GET /hotels", limit: 20, lookback: "1m" },
  });
  const spans = [...traces.matchAll(/^ {2}frontend GET \/hotels {2}(.*)$/gm)].map(([, rest]) => rest as string);
  expect(spans.length).toBeGreaterThan(3);
  for (const span of spans) expect(span).toMatch(/^2\d{4} ms {2}status 500 {2}ERROR/);
  expect(traces).toMatch(/frontend Nearby {2}\d+ ms {2}status 14 {2}ERROR .*code = Unavailable/);
  const reason = "dial tcp 10.244.";
  expect(traces).toContain(reason);
  expect(await use({ name: "kubectl", arguments: { command: "kubectl logs deploy/frontend --tail=5" } })).toContain(reason);
  expect(
    await use({
      name: "query_metrics",
      arguments: {
        query:
          'sum(rate(traces_span_metrics_calls_total{service_name="frontend",span_name="GET /hotels",status_code="STATUS_CODE_UNSET"}[30s]))',
      },
    }),
  ).toMatch(/^\{\} {2}0\n$|^No data/);
});
