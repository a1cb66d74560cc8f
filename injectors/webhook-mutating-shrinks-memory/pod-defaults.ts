import { nameOf } from "#kube/checks/fault-target.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import { MUTATING } from "#kube/types/webhooks.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { pem } from "../certificate.ts";
import { podWebhook, type WebhookNames } from "../pod-webhook.ts";
import type { TemplateParams } from "../unschedulable-template.ts";

/** Parameters: the workload whose pods are made anew, the webhook that changes them, and the memory that it gives their containers. */
export interface Params extends Pick<TemplateParams, "target"> {
  readonly container: string;
  /** `mutatingwebhookconfiguration/<name>` */
  readonly configuration: string;
  /** `deployment/<name>`: the webhook's server, in the namespace of the app. */
  readonly server: string;
  readonly memory: string;
  /** Certificate of the server, PEM in base 64. */
  readonly certificate: string;
  readonly failurePolicy: (typeof POLICIES)[number];
  /** Pods of which it is asked: all of the namespace, or those of the workload. */
  readonly pods: (typeof PODS)[number];
}

export const POLICIES = ["Fail", "Ignore"] as const;
export const PODS = ["namespace", "target"] as const;

/** Label by which the webhook's own pods are told. */
const NAME = "app.kubernetes.io/name";

/** An object with its resource. */
interface Made {
  readonly resource: string;
  readonly object: KubeObject;
}

/** The server of the webhook as its chart has it: a Deployment with its certificate, and a Service. */
export const serverObjects = ({ server, memory, certificate }: Params, namespace: string): readonly Made[] => {
  const name = nameOf(server);
  const labels = { [NAME]: name };
  const metadata = { name, namespace, labels };
  const secret = `${name}-tls`;
  const container = {
    name: "server",
    image: "registry.local/platform/pod-defaults:1.4.2",
    args: [`--tls-cert-file=${FOLDER}/tls.crt`, `--tls-key-file=${FOLDER}/tls.key`, `${MEMORY_OPTION}${memory}`],
    ports: [{ name: "https", containerPort: 8443 }],
    readinessProbe: { tcpSocket: { port: 8443 }, periodSeconds: 5 },
    resources: { requests: { cpu: "5m", memory: "32Mi" }, limits: { cpu: "200m", memory: "64Mi" } },
    volumeMounts: [{ name: "tls", mountPath: FOLDER, readOnly: true }],
  };
  const template = { metadata: { labels }, spec: { volumes: [{ name: "tls", secret: { secretName: secret } }], containers: [container] } };
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { selector: labels, ports: [{ name: "https", port: 443, targetPort: 8443 }] },
  };
  const data = { "tls.crt": certificate, "tls.key": KEY };
  return [
    {
      resource: "secrets",
      object: { apiVersion: "v1", kind: "Secret", metadata: { ...metadata, name: secret }, type: "kubernetes.io/tls", data } as KubeObject,
    },
    { resource: "deployments.apps", object: deployment as Deployment },
    { resource: "services", object: service },
  ];
};

/** Option by which the server is told what memory to give. */
export const MEMORY_OPTION = "--memory-limit=";

const FOLDER = "/etc/webhook/tls";

/** The configuration by which the server is asked of new pods, its own excepted. */
export const configurationObject = (params: Params, namespace: string, labelKey: string): Made => {
  const service = nameOf(params.server);
  const objectSelector: LabelSelector =
    params.pods === "target"
      ? { matchLabels: { [labelKey]: nameOf(params.target) } }
      : { matchExpressions: [{ key: NAME, operator: "NotIn", values: [service] }] };
  return {
    resource: MUTATING,
    object: podWebhook({
      name: nameOf(params.configuration),
      service,
      namespace,
      timeoutSeconds: 5,
      failurePolicy: params.failurePolicy,
      objectSelector,
      mutatesBy: params.certificate,
    }),
  };
};

const KEY = pem(
  "PRIVATE KEY",
  Array.from({ length: 48 }, (_, i) => (i * 37 + 11) % 256),
);

/** Names that people give to webhooks which fill in what pods leave out. */
export const DEFAULTERS: readonly WebhookNames[] = [
  { configuration: "pod-defaults", backend: "pod-defaults-webhook" },
  { configuration: "workload-defaults", backend: "workload-defaults" },
  { configuration: "pod-presets", backend: "pod-presets-server" },
  { configuration: "platform-defaults", backend: "platform-admission" },
  { configuration: "tenant-profile", backend: "tenant-profile-webhook" },
];
