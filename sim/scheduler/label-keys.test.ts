import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Affinity, PodAffinityTerm, TopologySpreadConstraint } from "#kube/types/placement.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { BUSYBOX, type ClusterFixture, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";

const HOSTNAME = "kubernetes.io/hostname";

const workersOf = ({ client }: ClusterFixture): readonly Node[] =>
  client.list<Node>("nodes").filter(({ spec }) => (spec.taints ?? []).length === 0);

const term = (labels: Readonly<Record<string, string>>, rest: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
  topologyKey: HOSTNAME,
  labelSelector: { matchLabels: labels },
  ...rest,
});

const apart = (...terms: readonly PodAffinityTerm[]): Affinity => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});

const spread = (rest: Partial<TopologySpreadConstraint> = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: HOSTNAME,
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: { matchLabels: { app: "web" } },
  ...rest,
});

const podOf = (name: string, labels: Readonly<Record<string, string>>, spec: Partial<PodSpec>): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", labels },
  spec: { containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "9999"] }], ...spec },
});

const restart = ({ client }: ClusterFixture): void => {
  const present = client.get<Deployment>("deployments.apps", "shop", "web") as Deployment;
  const { template } = present.spec;
  const metadata = { ...template.metadata, annotations: { "kubectl.kubernetes.io/restartedAt": "2026-01-05T08:20:00Z" } };
  client.update("deployments.apps", { ...present, spec: { ...present.spec, template: { ...template, metadata } } });
};

const oneEach = (fixture: ClusterFixture, spec: Partial<PodSpec>): Deployment =>
  deployment(
    "web",
    {},
    { terminationGracePeriodSeconds: 1, ...spec },
    { replicas: workersOf(fixture).length, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
  );

test("a rollout with one pod per node comes to its end when the pods of each revision are kept apart", () => {
  for (const [keys, isDone] of [
    [undefined, false],
    [["pod-template-hash"], true],
  ] as const) {
    const fixture = createFixture();
    const matchLabelKeys = keys === undefined ? {} : { matchLabelKeys: keys };
    fixture.create(oneEach(fixture, { affinity: apart(term({ app: "web" }, matchLabelKeys)) }));
    fixture.run(30);
    const before = new Set(fixture.pods("web").map(({ metadata }) => metadata.name));
    restart(fixture);
    fixture.run(120);
    const left = fixture.pods("web").filter(({ metadata }) => before.has(metadata.name));
    expect([keys, left.length === 0]).toEqual([keys, isDone]);
  }
});

test("a rollout that is spread evenly counts the pods of its own revision", () => {
  const fixture = createFixture();
  fixture.create(oneEach(fixture, { topologySpreadConstraints: [spread({ matchLabelKeys: ["pod-template-hash"] })] }));
  fixture.run(30);
  restart(fixture);
  fixture.run(120);
  const nodes = fixture.pods("web").map(({ spec }) => spec.nodeName);
  expect([new Set(nodes).size, nodes.length]).toEqual([workersOf(fixture).length, workersOf(fixture).length]);
});

test("the server merges the values of label keys into the selectors of a new pod", () => {
  const fixture = createFixture();
  const labelSelector = { matchExpressions: [{ key: "z", operator: "Exists" as const }] };
  const wish = { topologyKey: HOSTNAME, labelSelector, matchLabelKeys: ["app"], mismatchLabelKeys: ["pod-template-hash"] };
  fixture.create(
    podOf(
      "m",
      { app: "x", "pod-template-hash": "abc" },
      {
        affinity: {
          ...apart(term({ app: "x" }, { matchLabelKeys: ["pod-template-hash", "nolabel"] })),
          podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, podAffinityTerm: wish }] },
        },
        topologySpreadConstraints: [spread({ labelSelector: { matchLabels: { app: "x" } }, matchLabelKeys: ["pod-template-hash"] })],
      },
    ),
  );
  const { affinity, topologySpreadConstraints } = (fixture.pods("m")[0] as Pod).spec;
  const hash = { key: "pod-template-hash", operator: "In", values: ["abc"] };
  const merged = { matchExpressions: [hash], matchLabels: { app: "x" } };
  expect(affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[0]).toEqual({
    topologyKey: HOSTNAME,
    labelSelector: merged,
    matchLabelKeys: ["pod-template-hash", "nolabel"],
  });
  const wished = affinity?.podAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.[0]?.podAffinityTerm.labelSelector;
  expect(wished?.matchExpressions).toEqual([
    { key: "z", operator: "Exists" },
    { key: "app", operator: "In", values: ["x"] },
    { key: "pod-template-hash", operator: "NotIn", values: ["abc"] },
  ]);
  expect(topologySpreadConstraints?.[0]?.labelSelector).toEqual(merged);
});

test("tenants keep away from each other's nodes by their mismatched labels", () => {
  const fixture = createFixture();
  const exclusive = (tenant: string, i: number): Pod => {
    const labelSelector = { matchExpressions: [{ key: "tenant", operator: "Exists" as const }] };
    const affinity = apart({ topologyKey: HOSTNAME, labelSelector, mismatchLabelKeys: ["tenant"] });
    return podOf(`${tenant}-${i}`, { tenant }, { affinity });
  };
  const workers = workersOf(fixture).length;
  fixture.create(exclusive("a", 0), exclusive("a", 1), exclusive("b", 0), exclusive("b", 1));
  fixture.run(20);
  const nodesOf = (tenant: string) => new Set(fixture.pods(`${tenant}-`).map(({ spec }) => spec.nodeName));
  expect(workers).toBeGreaterThan(1);
  expect([...nodesOf("a")].filter((node) => node !== undefined && nodesOf("b").has(node))).toEqual([]);
});

test("the values of keys must have a selector, and no selector of their own", () => {
  const { client } = createFixture();
  const refusal = (spec: Partial<PodSpec>): string => {
    const made = client.create("pods", podOf("m", { app: "x", k: "v" }, spec));
    return made.ok ? "made" : (made.error.message ?? "");
  };
  const at = "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]";
  const place = "spec.topologySpreadConstraints[0]";
  const { labelSelector: _none, ...bare } = spread({ matchLabelKeys: ["k"] });
  const cases: readonly (readonly [Partial<PodSpec>, string])[] = [
    [
      { affinity: apart({ topologyKey: HOSTNAME, matchLabelKeys: ["k"] }) },
      `${at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
    ],
    [
      { affinity: apart(term({ app: "x" }, { matchLabelKeys: ["app"] })) },
      `${at}[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`,
    ],
    [
      { affinity: apart(term({ app: "x" }, { matchLabelKeys: ["q"], mismatchLabelKeys: ["q"] })) },
      `${at}.matchLabelKeys[0]: Invalid value: "q": exists in both matchLabelKeys and mismatchLabelKeys`,
    ],
    [{ topologySpreadConstraints: [bare] }, `${place}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    [
      { topologySpreadConstraints: [spread({ matchLabelKeys: ["app"], labelSelector: { matchLabels: { app: "x" } } })] },
      `${place}[0]: Invalid value: "app": exists in both matchLabelKeys and labelSelector`,
    ],
    [
      { topologySpreadConstraints: [spread({ nodeTaintsPolicy: "honor" as "Honor" })] },
      `${place}.nodeTaintsPolicy: Unsupported value: "honor": supported values: "Honor", "Ignore"`,
    ],
  ];
  for (const [spec, text] of cases) expect(refusal(spec)).toBe(`Pod "m" is invalid: ${text}`);
});

test("nodes that a pod does not tolerate or may not choose count by the constraint's policies", () => {
  const pending = (constraint: Partial<TopologySpreadConstraint>, spec: Partial<PodSpec> = {}): number => {
    const fixture = createFixture();
    const replicas = workersOf(fixture).length + 1;
    fixture.create(deployment("web", {}, { topologySpreadConstraints: [spread(constraint)], ...spec }, { replicas }));
    fixture.run(20);
    return fixture.pods("web").filter(({ spec: { nodeName } }) => nodeName === undefined).length;
  };
  // The control plane is tainted: it stays empty, and holds the others back unless taints are honoured.
  expect(pending({})).toBe(1);
  expect(pending({ nodeTaintsPolicy: "Honor" })).toBe(0);
  const onOne = { nodeSelector: { [HOSTNAME]: "worker-1" } };
  expect(pending({ nodeTaintsPolicy: "Honor" }, onOne)).toBe(0);
  expect(pending({ nodeTaintsPolicy: "Honor", nodeAffinityPolicy: "Ignore" }, onOne)).toBeGreaterThan(0);
});

test("what a pod would rather have decides where nothing else does", () => {
  const placeOf = (spec: Partial<PodSpec>): boolean => {
    const fixture = createFixture();
    fixture.create(podOf("friend", { app: "friend" }, {}));
    fixture.run(5);
    const friend = fixture.pods("friend")[0]?.spec.nodeName;
    fixture.create(...[0, 1, 2, 3].map((i) => podOf(`web-${i}`, { app: "web" }, spec)));
    fixture.run(10);
    return fixture.pods("web").every(({ spec: { nodeName } }) => nodeName === friend);
  };
  const wish = [{ weight: 100, podAffinityTerm: term({ app: "friend" }) }];
  expect(placeOf({ affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: wish } } })).toBe(true);
  expect(placeOf({})).toBe(false);
  const fixture = createFixture();
  const soft = spread({ whenUnsatisfiable: "ScheduleAnyway" });
  const { length } = workersOf(fixture);
  for (let i = 0; i < 2 * length; i++) {
    fixture.create(podOf(`web-${i}`, { app: "web" }, { topologySpreadConstraints: [soft] }));
    fixture.run(2);
  }
  const counts = Map.groupBy(fixture.pods("web"), ({ spec }) => spec.nodeName);
  expect([...counts.values()].map((pods) => pods.length)).toEqual(Array.from({ length }, () => 2));
});
