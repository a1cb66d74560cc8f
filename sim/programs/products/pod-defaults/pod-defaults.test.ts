import { expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { createFixture } from "../../../bootstrap/cluster-fixture.cases.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A cluster with the webhook's server, which is asked of new pods; its certificate is the one in the configuration, or another. */
const createBed = (args: readonly string[], bundle = PEM) => {
  const bed = createFixture();
  const labels = { app: "defaults" };
  const metadata = { name: "defaults", namespace: "shop" };
  bed.create(
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata,
      type: "kubernetes.io/tls",
      data: { "tls.crt": base64(PEM), "tls.key": base64("key") },
    } as never,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, labels },
      spec: {
        volumes: [{ name: "tls", secret: { secretName: "defaults" } }],
        containers: [
          {
            name: "server",
            image: "registry.local/platform/pod-defaults:1.4.2",
            args: ["--tls-cert-file=/tls/tls.crt", ...args],
            volumeMounts: [{ name: "tls", mountPath: "/tls" }],
          },
        ],
      },
    } as never,
    { apiVersion: "v1", kind: "Service", metadata, spec: { selector: labels, ports: [{ port: 443, targetPort: 8443 }] } } as never,
  );
  bed.run(20);
  bed.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name: "defaults" },
    webhooks: [
      {
        name: "defaults.shop.svc",
        clientConfig: { service: { name: "defaults", namespace: "shop", path: "/mutate", port: 443 }, caBundle: base64(bundle) },
        rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
        failurePolicy: "Ignore",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  } as never);
  const resources = { requests: { memory: "64Mi" }, limits: { memory: "128Mi", cpu: "1" } };
  const containers = [{ name: "c", image: "busybox:1.36", command: ["sleep", "99"], resources }];
  bed.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "box", namespace: "shop" }, spec: { containers } } as never);
  return (bed.pods("box")[0] as Pod).spec.containers[0]?.resources;
};

test("new pods are given the memory that its option names, and keep what else they ask for", () => {
  const changed = { requests: { memory: "9Mi" }, limits: { memory: "9Mi", cpu: "1" } };
  expect(createBed(["--memory-limit=9Mi"])).toMatchObject(changed);
});

test("without the option they keep their memory", () => {
  expect(createBed([])).toMatchObject({ limits: { memory: "128Mi", cpu: "1" } });
});

test("a server whose certificate the configuration does not know is not asked", () => {
  expect(createBed(["--memory-limit=9Mi"], PEM.replace("MAMCAQE=", "MAMCAQI="))).toMatchObject({ limits: { memory: "128Mi" } });
});
