import { expect, test } from "vitest";
import type { PodSpec } from "#kube/types/pod.ts";
import { addressWarnings, rangeWarnings } from "./address-warnings.ts";
import { podWarnings } from "./pod-warnings.ts";

const container = { name: "c", image: "i" };
const warned = (spec: Partial<PodSpec>): readonly string[] => podWarnings({ spec: { containers: [container], ...spec } });

test("a pod that nobody need be warned of gets no warning", () => {
  expect(warned({ nodeSelector: { disk: "ssd" }, terminationGracePeriodSeconds: 0 })).toEqual([]);
});

test("a variable that is written again is told, but where it goes on from its earlier value", () => {
  const env = [
    { name: "PATH", value: "/a" },
    { name: "PATH", value: "/b:$(PATH)" },
    { name: "PATH", value: "/c" },
    { name: "PATH", value: "$(PATH)" },
  ];
  const text = (i: number) => `spec.containers[0].env[${i}]: hides previous definition of "PATH", which may be dropped when using apply`;
  expect(warned({ containers: [{ ...container, env }] })).toEqual([text(2), text(3)]);
});

test("ports that containers take from each other are told by how they clash", () => {
  const ports = [
    { containerPort: 80, name: "web" },
    { containerPort: 80, protocol: "UDP" as const },
    { containerPort: 80, hostPort: 8080 },
  ];
  const other = { name: "d", image: "i", ports: [{ containerPort: 80, hostPort: 8080, hostIP: "10.0.0.1", name: "web" }] };
  expect(warned({ containers: [{ ...container, ports }, other] })).toEqual([
    "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]",
    "spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[0]",
    "spec.containers[1].ports[0]: dangerously ambiguous port definition with spec.containers[0].ports[2]",
    'spec.containers[1].ports[0]: duplicate port name "web" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
  ]);
});

test("tenths of bytes are told, thousandths of processors are not", () => {
  const resources = { limits: { memory: "100m", cpu: "100m" }, requests: { memory: "1.5Gi", "ephemeral-storage": "1500m" } };
  const text = (place: string, amount: string) => `${place}: fractional byte value "${amount}" is invalid, must be an integer`;
  expect(warned({ containers: [{ ...container, resources }] })).toEqual([
    text("spec.containers[0].resources.limits[memory]", "100m"),
    text("spec.containers[0].resources.requests[ephemeral-storage]", "1500m"),
  ]);
});

test("files of a volume that lie within each other are told", () => {
  const items = [
    { key: "a", path: "x" },
    { key: "b", path: "x/y" },
    { key: "c", path: "xy" },
  ];
  const volumes = [{ name: "v", configMap: { name: "m", items } }];
  expect(warned({ volumes } as Partial<PodSpec>)).toEqual(['volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"']);
});

test("addresses are told when they are written otherwise than they should be", () => {
  const told = (text: string) => addressWarnings(text, "ip");
  const future = "will be considered invalid in a future Kubernetes release";
  expect(told("10.0.0.1")).toEqual([]);
  expect(told("fd00::1")).toEqual([]);
  expect(told("010.0.0.01")).toEqual([`ip: non-standard IP address "010.0.0.01" ${future}: use "10.0.0.1"`]);
  expect(told("::ffff:1.2.3.4")).toEqual([`ip: non-standard IP address "::ffff:1.2.3.4" ${future}: use "1.2.3.4"`]);
  expect(told("FD00:0:0:1:0:0:0:0")).toEqual([
    'ip: IPv6 address "FD00:0:0:1:0:0:0:0" should be in RFC 5952 canonical format ("fd00:0:0:1::")',
  ]);
});

test("ranges are told when they have more bits than they say, or are written otherwise than they should be", () => {
  const told = (text: string) => rangeWarnings(text, "cidr");
  expect(told("10.0.0.0/8")).toEqual([]);
  expect(told("10.1.2.3/8")).toEqual([
    'cidr: CIDR value "10.1.2.3/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.1.2.3/32"?)',
  ]);
  expect(told("fd00:0::/32")).toEqual(['cidr: IPv6 CIDR value "fd00:0::/32" should be in RFC 5952 canonical format ("fd00::/32")']);
});
