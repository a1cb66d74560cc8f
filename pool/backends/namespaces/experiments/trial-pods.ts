import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { createSlotName } from "../slot-name.ts";

/** Two pods for experiments, in a namespace that no agent can read. */
export interface TrialPods {
  readonly namespace: string;
  /** Name of the pod that listens on port 8080. */
  readonly server: string;
  readonly caller: string;
  /** Address of the server. */
  readonly address: string;
  /** Creates another pod, with a volume from a claim. @returns true if it runs in time */
  runsWithClaim(claim: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts the pods. @throws Error if they do not start */
export const openTrialPods = async (admin: ClusterPort, namespace: string): Promise<TrialPods> => {
  const [server, caller] = [createSlotName("echo"), createSlotName("echo")];
  const names = [server, caller];
  const close = async (): Promise<void> => {
    for (const name of names) await deleteObject(admin, { resource: "pods", namespace, name }, { gracePeriodSeconds: 0 });
  };
  try {
    for (const name of [server, caller]) await createObject(admin, { resource: "pods", object: podOf(namespace, name) });
    for (const name of [server, caller])
      if (!(await isRunning(admin, namespace, name, START_TIMEOUT_MS)))
        throw new Error(
          `pod ${name} in ${namespace} does not start within ${START_TIMEOUT_MS / 1000} s; does the cluster have the image ${IMAGE}?`,
        );
    const address = (await getObject<Pod>(admin, { resource: "pods", namespace, name: server }))?.status?.podIP ?? "";
    return {
      namespace,
      server,
      caller,
      address,
      runsWithClaim: async (claim) => {
        const name = createSlotName("echo");
        names.push(name);
        await createObject(admin, { resource: "pods", object: podOf(namespace, name, claim) });
        return await isRunning(admin, namespace, name, START_TIMEOUT_MS);
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};

const IMAGE = "busybox:1.36";
const START_TIMEOUT_MS = 60_000;

const isRunning = (admin: ClusterPort, namespace: string, name: string, timeoutMs: number): Promise<boolean> =>
  admin.clock.until(async () => (await getObject<Pod>(admin, { resource: "pods", namespace, name }))?.status?.phase === "Running", {
    timeoutMs,
  });

const podOf = (namespace: string, name: string, claim?: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels: { app: name } },
    spec: {
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      containers: [
        {
          name: "echo",
          image: IMAGE,
          imagePullPolicy: "IfNotPresent",
          command: ["sh", "-c", "mkdir -p /tmp/www && echo here > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www"],
          resources: { requests: { cpu: "1m", memory: "4Mi" } },
          ...(claim === undefined ? {} : { volumeMounts: [{ name: "data", mountPath: "/data" }] }),
        },
      ],
      ...(claim === undefined ? {} : { volumes: [{ name: "data", persistentVolumeClaim: { claimName: claim } }] }),
    },
  }) as KubeObject;
