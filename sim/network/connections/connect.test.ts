import { describe, expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { NetworkPolicy, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { putObject, removeObject } from "../../apiserver/store/store.ts";
import { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { networkObservers } from "../network-revision.ts";
import { callerOf, connect, resolveHost } from "./connect.ts";
import { inCidr } from "./network-policy.ts";

const SLICES = "endpointslices.discovery.k8s.io";

const createFixture = () => {
  const world = new World({ timers: {}, observers: networkObservers, config: {} }, "1", WORLD_EPOCH_MS);
  for (const name of ["shop", "ops"])
    putObject(world, "namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { team: name } } });
  putPod(world, "kube-system", "coredns", "10.244.0.2", { labels: { "k8s-app": "kube-dns" }, ports: [[53, "UDP", "dns"]] });
  putService(world, "kube-system", "kube-dns", { clusterIP: "10.96.0.10", ports: [{ port: 53, protocol: "UDP" }] }, ["10.244.0.2"]);
  putPod(world, "shop", "web", "10.244.1.5", { labels: { app: "web" }, ports: [[8080, "TCP", "httpd/www"]] });
  putPod(world, "shop", "web2", "10.244.2.5", { labels: { app: "web" }, ports: [[8080, "TCP", "httpd/www"]], node: "worker-2" });
  putService(world, "shop", "web", { clusterIP: "10.96.1.1", ports: [{ port: 80, targetPort: 8080 }] }, ["10.244.1.5", "10.244.2.5"]);
  const cli = putPod(world, "shop", "cli", "10.244.1.9", { labels: { app: "cli" } });
  return { world, cli, caller: callerOf(cli) };
};

const putPod = (
  world: World,
  namespace: string,
  name: string,
  podIP: string,
  { labels = {}, ports = [], node = "worker-1", spec = {}, files = {} }: PodOptions = {},
): Pod => {
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, uid: name, labels },
    spec: { containers: [{ name: "c" }], nodeName: node, ...spec },
    status: { phase: "Running", podIP },
  };
  const sockets = ports.map(([port, protocol, serves]) => ({ port, protocol, serves }));
  const key = `${namespace}/${name}/c`;
  world.map(PROCESSES).set(key, { key, ports: sockets, phase: "running", start: { files } } as unknown as Process);
  return putObject(world, "pods", pod);
};

interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly ports?: readonly (readonly [number, "TCP" | "UDP", string])[];
  readonly node?: string;
  readonly spec?: Partial<Pod["spec"]>;
  /** Mounted files by path. */
  readonly files?: Readonly<Record<string, string>>;
}

const putService = (world: World, namespace: string, name: string, spec: Service["spec"], ips: readonly string[], ready = true): void => {
  putObject(world, "services", { apiVersion: "v1", kind: "Service", metadata: { name, namespace }, spec } as Service);
  putObject(world, SLICES, {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${name}-x`, namespace, labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: ips.map((ip, index) => ({
      addresses: [ip],
      hostname: `${name}-${index}`,
      conditions: { ready },
      nodeName: ip.startsWith("10.244.2") ? "worker-2" : "worker-1",
    })),
    ports: (spec.ports ?? []).map(({ targetPort, port, protocol = "TCP" }) => ({ port: targetPort ?? port, protocol })),
  } as never);
};

const putPolicy = (world: World, namespace: string, spec: NetworkPolicy["spec"], name = "p"): void =>
  void putObject(world, "networkpolicies.networking.k8s.io", {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, namespace },
    spec,
  } as NetworkPolicy);

const kinds = (targets: ReturnType<typeof connect>) => targets.map(({ share, outcome }) => `${share} ${outcome.kind}`);

describe("names", () => {
  test.each(["web", "web.shop", "web.shop.svc", "web.shop.svc.cluster.local", "web.shop.svc.cluster.local."])("%s is found", (name) => {
    const { world, caller } = createFixture();
    expect(resolveHost(world, caller, name)).toMatchObject({
      kind: "addresses",
      name: "web.shop.svc.cluster.local",
      addresses: ["10.96.1.1"],
    });
  });
  test.each(["nosuch", "web.ops", "example.com", "kube-dns", "web.shop.svc.cluster"])("%s is not", (name) => {
    const { world, caller } = createFixture();
    expect(resolveHost(world, caller, name)).toEqual({ kind: "failed", why: "nxdomain", server: "10.96.0.10" });
  });
  test("headless Services give the addresses of their ready pods, and each pod's own", () => {
    const { world, caller } = createFixture();
    putService(world, "shop", "db", { clusterIP: "None", ports: [{ port: 80 }] }, ["10.244.1.5", "10.244.2.5"]);
    putService(world, "shop", "none", { clusterIP: "None", ports: [{ port: 80 }] }, ["10.244.1.5"], false);
    expect(resolveHost(world, caller, "db")).toMatchObject({ addresses: ["10.244.1.5", "10.244.2.5"] });
    expect(resolveHost(world, caller, "db-1.db")).toMatchObject({ addresses: ["10.244.2.5"] });
    expect(resolveHost(world, caller, "none").kind).toBe("failed");
  });
  test("ExternalName is followed, also round in circles", () => {
    const { world, caller } = createFixture();
    putService(world, "ops", "alias", { type: "ExternalName", externalName: "web.shop.svc.cluster.local" }, []);
    putService(world, "ops", "ring", { type: "ExternalName", externalName: "ring.ops.svc.cluster.local" }, []);
    expect(resolveHost(world, caller, "alias.ops")).toMatchObject({ addresses: ["10.96.1.1"] });
    expect(resolveHost(world, caller, "ring.ops").kind).toBe("failed");
  });
  test("a pod's own resolver settings and host aliases count", () => {
    const { world } = createFixture();
    const resolve = (spec: Partial<Pod["spec"]>, host = "web") =>
      resolveHost(world, callerOf(putPod(world, "shop", "odd", "10.244.1.8", { spec })), host);
    expect(resolve({ dnsPolicy: "None", dnsConfig: { nameservers: ["8.8.8.8"] } })).toMatchObject({ why: "nxdomain", server: "8.8.8.8" });
    expect(resolve({ dnsPolicy: "None", dnsConfig: { nameservers: ["192.0.2.53"] } })).toMatchObject({ why: "server-timeout" });
    expect(resolve({ dnsPolicy: "None", dnsConfig: { nameservers: ["10.96.0.10"], searches: ["shop.svc.cluster.local"] } }).kind).toBe(
      "addresses",
    );
    expect(resolve({ dnsPolicy: "Default" }).kind).toBe("failed");
    expect(resolve({ hostAliases: [{ ip: "10.96.1.1", hostnames: ["other"] }] }, "other")).toMatchObject({ addresses: ["10.96.1.1"] });
  });
  test("the name server answers by its Corefile, and by the new one once that is mounted", () => {
    const { world, caller } = createFixture();
    const corefile = (stanza: string) => ({ "/etc/coredns/Corefile": `.:53 {\n${stanza}kubernetes cluster.local {\n}\n}\n` });
    const putServer = (stanza: string) =>
      putPod(world, "kube-system", "coredns", "10.244.0.2", {
        labels: { "k8s-app": "kube-dns" },
        ports: [[53, "UDP", "dns"]],
        files: corefile(stanza),
      });
    putServer("template IN A web.shop.svc.cluster.local {\nrcode NXDOMAIN\n}\n");
    expect(kinds(connect(world, caller, "web", 80))).toEqual(["1 no-such-host"]);
    expect(kinds(connect(world, caller, "10.96.1.1", 80))).toEqual(["0.5 connected", "0.5 connected"]);
    expect(resolveHost(world, caller, "kube-dns.kube-system").kind).toBe("addresses");
    putServer("");
    expect(kinds(connect(world, caller, "web", 80))).toEqual(["0.5 connected", "0.5 connected"]);
  });
  test("without DNS pods look-ups are refused; addresses still work", () => {
    const { world, caller } = createFixture();
    removeObject(world, SLICES, "kube-system", "kube-dns-x");
    expect(resolveHost(world, caller, "web")).toMatchObject({ why: "server-refused" });
    expect(kinds(connect(world, caller, "10.96.1.1", 80))).toEqual(["0.5 connected", "0.5 connected"]);
  });
});

describe("Services", () => {
  test("spread over ready endpoints", () => {
    const { world, caller } = createFixture();
    expect(connect(world, caller, "web", 80).map(({ outcome }) => outcome)).toMatchObject([
      { kind: "connected", process: "shop/web/c", podIP: "10.244.1.5", port: 8080, serves: "httpd/www" },
      { kind: "connected", process: "shop/web2/c" },
    ]);
  });
  test("without endpoints, with another port, or with a wrong target they refuse", () => {
    const { world, caller } = createFixture();
    putService(world, "shop", "empty", { clusterIP: "10.96.1.2", ports: [{ port: 80 }] }, []);
    putService(world, "shop", "wrong", { clusterIP: "10.96.1.3", ports: [{ port: 80, targetPort: 9999 }] }, ["10.244.1.5"]);
    const address = (host: string, port: number) => connect(world, caller, host, port)[0]?.outcome;
    expect(address("empty", 80)).toEqual({ kind: "refused", address: "10.96.1.2:80" });
    expect(address("web", 81)).toEqual({ kind: "refused", address: "10.96.1.1:81" });
    expect(address("wrong", 80)).toEqual({ kind: "refused", address: "10.96.1.3:80" });
  });
  test("a listed address that no pod has swallows packets", () => {
    const { world, caller } = createFixture();
    putService(world, "shop", "stale", { clusterIP: "10.96.1.4", ports: [{ port: 80 }] }, ["10.244.1.99"]);
    expect(kinds(connect(world, caller, "stale", 80))).toEqual(["1 dropped"]);
  });
  test("local traffic policy stays on the node", () => {
    const { world, caller } = createFixture();
    putService(world, "shop", "web", { clusterIP: "10.96.1.1", internalTrafficPolicy: "Local", ports: [{ port: 80, targetPort: 8080 }] }, [
      "10.244.2.5",
    ]);
    expect(kinds(connect(world, caller, "web", 80))).toEqual(["1 dropped"]);
  });
  test("a client with session affinity always comes to the same endpoint, and others to others", () => {
    const { world, caller } = createFixture();
    const ports = [{ port: 80, targetPort: 8080 }];
    putService(world, "shop", "web", { clusterIP: "10.96.1.1", sessionAffinity: "ClientIP", ports }, ["10.244.1.5", "10.244.2.5"]);
    const reached = (podIP: string): readonly (string | undefined)[] =>
      connect(world, { ...caller, podIP }, "web", 80).map(({ outcome }) => (outcome.kind === "connected" ? outcome.podIP : undefined));
    const clients = Array.from({ length: 12 }, (_none, i) => `10.244.3.${i}`);
    expect(clients.every((client) => reached(client).length === 1)).toBe(true);
    expect(new Set(clients.flatMap(reached)).size).toBe(2);
    const { podIP: _none, ...outside } = caller;
    expect(connect(world, outside, "web", 80).map(({ share }) => share)).toEqual([0.5, 0.5]);
  });
  test("node ports lead to the same endpoints", () => {
    const { world, caller } = createFixture();
    putObject(world, "nodes", {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "worker-1" },
      status: { addresses: [{ type: "InternalIP", address: "172.18.0.3" }] },
    } as never);
    putService(
      world,
      "shop",
      "web",
      { type: "NodePort", clusterIP: "10.96.1.1", ports: [{ port: 80, targetPort: 8080, nodePort: 30080 }] },
      ["10.244.1.5"],
    );
    expect(kinds(connect(world, caller, "172.18.0.3", 30080))).toEqual(["1 connected"]);
    expect(kinds(connect(world, caller, "172.18.0.3", 30081))).toEqual(["1 refused"]);
  });
  test("answers are remembered until the network changes", () => {
    const { world, caller } = createFixture();
    const first = connect(world, caller, "web", 80);
    expect(connect(world, caller, "web", 80)).toBe(first);
    putService(world, "shop", "web", { clusterIP: "10.96.1.1", ports: [{ port: 80, targetPort: 8080 }] }, []);
    expect(kinds(connect(world, caller, "web", 80))).toEqual(["1 refused"]);
  });
});

describe("NetworkPolicies", () => {
  const web = { matchLabels: { app: "web" } };
  const outcome = (spec: NetworkPolicy["spec"], from = "cli", namespace = "shop") => {
    const { world, caller } = createFixture();
    putPolicy(world, namespace, spec);
    const other = callerOf(putPod(world, "ops", "agent", "10.244.1.7", { labels: { app: "cli" } }));
    return connect(world, from === "cli" ? caller : other, "10.244.1.5", 8080)[0]?.outcome.kind;
  };
  test.each<[string, NetworkPolicy["spec"], string, string]>([
    ["an empty list of rules lets nobody in", { podSelector: web, policyTypes: ["Ingress"], ingress: [] }, "cli", "dropped"],
    ["an empty rule lets all in", { podSelector: web, ingress: [{}] }, "cli", "connected"],
    ["a policy for other pods means nothing", { podSelector: { matchLabels: { app: "db" } }, ingress: [] }, "cli", "connected"],
    [
      "peers by pod are of the same namespace",
      { podSelector: web, ingress: [{ from: [{ podSelector: { matchLabels: { app: "cli" } } }] }] },
      "cli",
      "connected",
    ],
    [
      "so another namespace's are not meant",
      { podSelector: web, ingress: [{ from: [{ podSelector: { matchLabels: { app: "cli" } } }] }] },
      "agent",
      "dropped",
    ],
    [
      "peers by namespace",
      { podSelector: web, ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: "ops" } } }] }] },
      "agent",
      "connected",
    ],
    [
      "by the name that each namespace carries",
      { podSelector: web, ingress: [{ from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ops" } } }] }] },
      "agent",
      "connected",
    ],
    [
      "both in one peer must hold",
      { podSelector: web, ingress: [{ from: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: "x" } } }] }] },
      "agent",
      "dropped",
    ],
    ["blocks of addresses", { podSelector: web, ingress: [{ from: [{ ipBlock: { cidr: "10.244.1.0/24" } }] }] }, "cli", "connected"],
    [
      "with exceptions",
      { podSelector: web, ingress: [{ from: [{ ipBlock: { cidr: "10.244.1.0/24", except: ["10.244.1.9/32"] } }] }] },
      "cli",
      "dropped",
    ],
    ["ports that match", { podSelector: web, ingress: [{ ports: [{ port: 8000, endPort: 8100 }] }] }, "cli", "connected"],
    ["ports that do not", { podSelector: web, ingress: [{ ports: [{ port: 80 }] }] }, "cli", "dropped"],
    ["the caller's side counts too", { podSelector: {}, policyTypes: ["Egress"], egress: [] }, "cli", "dropped"],
    ["egress alone is no ingress", { podSelector: web, policyTypes: ["Egress"], egress: [] }, "cli", "connected"],
  ])("%s", (_name, spec, from, expected) => expect(outcome(spec, from)).toBe(expected));

  test("closing all that goes out stops names as well, by silence", () => {
    const { world, caller } = createFixture();
    putPolicy(world, "shop", { podSelector: {}, policyTypes: ["Egress"], egress: [] });
    expect(resolveHost(world, caller, "web")).toMatchObject({ kind: "failed", why: "server-timeout" });
  });
  test("kubelets pass, and a pod reaches itself", () => {
    const { world } = createFixture();
    putPolicy(world, "shop", { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
    expect(connect(world, { namespace: "shop", labels: {}, fromHost: true }, "10.244.1.5", 8080)[0]?.outcome.kind).toBe("connected");
    expect(
      connect(world, { namespace: "shop", labels: { app: "web" }, podName: "web", podIP: "10.244.1.5" }, "127.0.0.1", 8080)[0]?.outcome
        .kind,
    ).toBe("connected");
  });
  test("policies add up", () => {
    const { world, caller } = createFixture();
    putPolicy(world, "shop", { podSelector: {}, policyTypes: ["Ingress"] }, "deny");
    putPolicy(world, "shop", { podSelector: web, ingress: [{ from: [{ podSelector: {} }] }] }, "allow");
    expect(connect(world, caller, "10.244.1.5", 8080)[0]?.outcome.kind).toBe("connected");
  });
  test.each([
    ["10.0.0.1", "10.0.0.0/8", true],
    ["11.0.0.1", "10.0.0.0/8", false],
    ["1.2.3.4", "0.0.0.0/0", true],
    ["fe80::1", "10.0.0.0/8", false],
    ["1.2.3.4", "nonsense", false],
  ])("%s in %s: %s", (ip, cidr, expected) => expect(inCidr(ip, cidr)).toBe(expected));
});
