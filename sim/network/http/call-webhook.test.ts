import { describe, expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { clusterCa } from "../../apiserver/policy/tokens/cluster-ca.ts";
import { putObject } from "../../apiserver/store/store.ts";
import { answerAsProgram } from "../../flow/answer-as-program.ts";
import { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { networkObservers } from "../network-revision.ts";
import { callWebhook } from "./call-webhook.ts";

/** A Service `tools/hook` on port 443, in front of one pod with a server, or in front of nothing that listens. */
const createFixture = (serves: string | undefined): World => {
  const world = new World({ timers: {}, observers: networkObservers, config: { answerHttp: answerAsProgram } }, "1", WORLD_EPOCH_MS);
  putObject(world, "namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "tools" } });
  putObject<Pod>(world, "pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "hook", namespace: "tools", uid: "hook" },
    spec: { containers: [{ name: "c" }], nodeName: "worker-1" },
    status: { phase: "Running", podIP: "10.244.1.5" },
  });
  const ports = serves === undefined ? [] : [{ port: 8443, protocol: "TCP", serves }];
  world.map(PROCESSES).set("tools/hook/c", { key: "tools/hook/c", ports, phase: "running" } as unknown as Process);
  const spec: Service["spec"] = { clusterIP: "10.96.7.1", ports: [{ port: 443, targetPort: 8443 }] };
  putObject<Service>(world, "services", { apiVersion: "v1", kind: "Service", metadata: { name: "hook", namespace: "tools" }, spec });
  putObject(world, "endpointslices.discovery.k8s.io", {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "hook-x", namespace: "tools", labels: { "kubernetes.io/service-name": "hook" } },
    addressType: "IPv4",
    ports: [{ port: 8443, protocol: "TCP" }],
    endpoints: [{ addresses: ["10.244.1.5"], conditions: { ready: true }, targetRef: { kind: "Pod", name: "hook", namespace: "tools" } }],
  } as never);
  return world;
};

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const call = (world: World, caBundle?: string, name = "hook", port = 443) =>
  callWebhook(world, {
    clientConfig: {
      service: { namespace: "tools", name, path: "/convert", port },
      ...(caBundle !== undefined && { caBundle: base64(caBundle) }),
    },
    timeoutSeconds: 30,
    body: "{}",
  });

const UNKNOWN = { problem: "tls: failed to verify certificate: x509: certificate signed by unknown authority" };
const OTHER_CA = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n";

describe("a webhook that cannot be called is told in Go's words", () => {
  test("the Service, its port, or whoever listens behind it is missing", () => {
    const world = createFixture(undefined);
    expect(call(world, undefined, "other")).toEqual({ problem: 'service "other" not found' });
    expect(call(world, undefined, "hook", 9443)).toEqual({ problem: 'no service port 9443 found for service "hook"' });
    expect(call(world)).toEqual({ problem: expect.stringMatching(/^dial tcp 10\.\d+\.\d+\.\d+:\d+: connect: connection refused$/) });
  });

  test("the server speaks plain HTTP, or no HTTP at all", () => {
    expect(call(createFixture("http/metrics"))).toEqual({ problem: "http: server gave HTTP response to HTTPS client" });
    expect(call(createFixture("redis"))).toEqual({ problem: "tls: first record does not look like a TLS handshake" });
  });

  test("only a bundle with the cluster's authority vouches for the API server, and none for who signs for itself", () => {
    const world = createFixture("https/kube-apiserver");
    expect(call(world)).toEqual(UNKNOWN);
    expect(call(world, OTHER_CA)).toEqual(UNKNOWN);
    expect(call(world, OTHER_CA + clusterCa(world))).not.toEqual(UNKNOWN);
    const own = createFixture("https/kube-scheduler");
    expect(call(own, clusterCa(own))).toEqual(UNKNOWN);
  });
});
