import { beforeAll, describe, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { gradeMitigation } from "#env/loop/grade-mitigation.ts";
import type { Incident } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const incidentOf = (problem: string): Promise<Incident> =>
  open.incidents.get(open.catalogue.taskOf(`kubedrill://hotel-reservation/${problem}`), "7");

/** Grades what an agent leaves behind, and counts the seconds of the world that this takes. */
const gradeAfter = async (incident: Incident, calls: readonly ToolCall[], waitMs = 0) => {
  const slot = incident.slot.fork!();
  await slot.admin.clock.sleep(waitMs);
  for (const call of calls) {
    const tool = open.library.tools.find(({ spec }) => spec.name === call.name);
    const output = await tool?.run({ cluster: slot.agent, namespace: slot.namespace, timeoutMs: 60_000 }, call.arguments);
    expect(output).toMatchObject({ status: "OK" });
  }
  const fromMs = slot.admin.clock.nowMs();
  const { verdict } = await gradeMitigation(incident, slot);
  const checks = verdict.kind === "failed" ? [] : verdict.checks;
  const left = checks.filter(({ group, held }) => group === "defect-gone" && !held).map(({ name }) => name);
  return { kind: verdict.kind, left, seconds: (slot.admin.clock.nowMs() - fromMs) / 1_000 };
};

/** Faults whose pods crash, cannot be pulled, cannot be placed, never get ready, do not notice, or are not reached; two are in no object. */
describe.each([
  ["command-wrong-binary", "deployment/search"],
  ["image-reference-nonexistent", "deployment/geo"],
  ["node-selector-nonexistent", "deployment/rate"],
  ["readiness-probe-wrong-endpoint", "deployment/memcached-rate"],
  ["configmap-key-drift", "configmap/recommendation-config"],
  ["service-target-port-mismatch", "service/frontend"],
  ["mongo-role-revoked", "deployment/mongodb-rate"],
  ["kubelet-crash", "node/worker-1"],
])("%s?target=%s", (fault, target) => {
  test.each<[who: string, calls: readonly ToolCall[]]>([
    ["does nothing", []],
    ["writes what repairs nothing", [kubectl("label deployment/frontend reviewed=yes")]],
    ["restarts everything", [kubectl("rollout restart deployment")]],
  ])("grading takes little more than a minute after an agent that %s", async (_who, calls) => {
    const { kind, seconds } = await gradeAfter(await incidentOf(`${fault}?target=${target}`), calls);
    expect(kind).toBe("violated");
    expect(seconds).toBeLessThanOrEqual(70);
  });
});

/** Puts a ConfigMap right without starting its readers anew: they notice at the end of their longest back-off. */
const putRight = ({ baseline }: Incident, name: string): ToolCall => {
  const [{ data } = { data: {} }] = (baseline.objects["configmaps"] ?? []).filter(({ metadata }) => metadata.name === name) as readonly {
    readonly data?: Readonly<Record<string, string>>;
  }[];
  return kubectl(`patch configmap ${name} --type=merge -p '${JSON.stringify({ data })}'`);
};

const LONG_MS = 20 * 60_000;

test("a repair that pods notice at the end of their back-off is waited for", async () => {
  const incident = await incidentOf("configmap-key-drift?target=configmap/reservation-config");
  const { kind, seconds } = await gradeAfter(incident, [putRight(incident, "reservation-config")], LONG_MS);
  expect(kind).toBe("held");
  expect(seconds).toBeGreaterThan(90);
});

test("of several faults, the repair of one is waited for although the other is left", async () => {
  const incident = await incidentOf("configmap-key-drift+scale-to-zero?target=configmap/reservation-config&target=deployment/search");
  const { kind, seconds, left } = await gradeAfter(incident, [putRight(incident, "reservation-config")], LONG_MS);
  expect(kind).toBe("violated");
  expect(left).toEqual(["scale-to-zero/replicas-restored"]);
  expect(seconds).toBeGreaterThan(90);
});

test("an autoscaler that an agent leaves behind may still write", async () => {
  const autoscale = kubectl("autoscale deployment/frontend --min=1 --max=2 --cpu-percent=80");
  const { kind, seconds } = await gradeAfter(await incidentOf("service-missing?target=service/memcached-rate"), [autoscale]);
  expect([kind, seconds]).toEqual(["violated", 480]);
});
