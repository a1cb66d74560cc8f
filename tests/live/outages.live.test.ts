import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { killSpawned, type SpawnedServer, spawnServer } from "#env/server/testing/spawn-server.ts";
import { connectTestClient, type TestClient } from "#env/server/testing/test-server.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { openWeakLink, type WeakLink } from "#pool/kubernetes/testing/weak-link.ts";
import { readOutages } from "./outages.ts";

/** Kubeconfig of a cluster that may be broken, with the images of the actor. */
const kubeconfig = process.env["KUBEDRILL_TEST_OUTAGE_KUBECONFIG"];
const why = kubeconfig === undefined ? " (skipped: KUBEDRILL_TEST_OUTAGE_KUBECONFIG names none that may be broken)" : "";
const DEADLINE_MS = 300_000;
const TASK = "kubedrill://hotel-reservation/scale-to-zero";

describe.skipIf(kubeconfig === undefined)(`what goes wrong beneath an episode${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "outage-"));
  const prefix = `test-${randomBytes(2).toString("hex")}`;
  let link: WeakLink;
  let server: SpawnedServer;
  let client: TestClient;

  beforeAll(async () => {
    const [path, relay] = await relayed(kubeconfig ?? "", folder);
    link = relay;
    server = await spawnServer("main.ts", {
      PORT: "0",
      STATE_DIRECTORY: join(folder, "state"),
      LOG_LEVEL: "warn",
      BACKEND: "namespaces",
      KUBECONFIG: path,
      VALUES: "actor",
      SLOTS: "1",
      POOL_DIRECTORY: join(folder, "pool"),
      POOL_HOME: `${prefix}-home`,
      POOL_PREFIX: prefix,
    });
    client = connectTestClient(server.address);
  }, 400_000);
  afterAll(async () => {
    client?.close();
    await server?.stop();
    killSpawned();
    link?.close();
    await removeAll(kubeconfig ?? "", prefix).catch(() => undefined); // it may be gone for good
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const step = async (episodeId: string, stepIndex: number, command: string): Promise<string> => {
    const action = { toolCall: { name: "kubectl", argumentsJson: JSON.stringify({ command }) } };
    const { results } = await client.call("Step", { episodeId, stepIndex, actions: [action] }, { deadlineMs: DEADLINE_MS });
    return results[0].content;
  };
  const reset = (episodeId: string) =>
    client.call(
      "Reset",
      { episodeId, seed: "3", rewardProfile: "mitigation-only", task: { taskUri: TASK } },
      { deadlineMs: 2 * DEADLINE_MS },
    );
  const close = (episodeId: string) => client.call("Close", { episodeId }, { deadlineMs: DEADLINE_MS });

  test.each(readOutages())(
    "$title: the episode survives, or is lost without a reward; the slot serves again",
    async (outage) => {
      const id = `e-${randomBytes(3).toString("hex")}`;
      await reset(id);
      try {
        const [name] = /^\S+(?= +0\/0 )/m.exec(await step(id, 0, "kubectl get deploy,sts --no-headers")) ?? [];
        const under = outage.begin(link);
        const answers: string[] = [];
        for (const [i, command] of [`kubectl scale ${name} --replicas=1`, "kubectl get pods --no-headers"].entries())
          answers.push(await step(id, i + 1, command).catch((cause: Error) => cause.message));
        const beganMs = Date.now();
        const { report, ending } = await client.call("Reward", { episodeId: id, finalize: true }, { deadlineMs: DEADLINE_MS });
        console.info(`${outage.title}: graded in ${Date.now() - beganMs} ms:`, report?.reward ?? null, JSON.stringify(ending), answers);
        await under;
        if (ending.endReason === "END_REASON_SLOT_LOST") {
          expect([ending.sampleValid, report?.reward ?? undefined, report?.components ?? []]).toEqual([false, undefined, []]);
        } else {
          expect(answers).toEqual([expect.stringContaining("scaled"), expect.stringContaining("frontend")]);
          expect([ending.sampleValid, ending.success]).toEqual([true, true]);
        }
      } finally {
        await outage.end();
        await close(id);
      }
      const endedMs = Date.now();
      await reset(`${id}-next`);
      console.info(`${outage.title}: the next episode began after ${Date.now() - endedMs} ms`);
      await close(`${id}-next`);
    },
    1_500_000,
  );
});

/** Writes the kubeconfig with a relay in front of the cluster. */
const relayed = async (path: string, folder: string): Promise<readonly [string, WeakLink]> => {
  const config = parse(readFileSync(path, "utf8")) as { readonly clusters: { readonly cluster: Record<string, string> }[] };
  const cluster = config.clusters[0]?.cluster ?? {};
  const { hostname, port } = new URL(cluster["server"] ?? "");
  const link = await openWeakLink(hostname, Number(port));
  Object.assign(cluster, { server: `https://127.0.0.1:${link.port}`, "tls-server-name": "kubernetes" });
  const copy = join(folder, "kubeconfig");
  writeFileSync(copy, stringify(config), { mode: 0o600 });
  return [copy, link];
};

const removeAll = async (kubeconfigPath: string, prefix: string): Promise<void> => {
  const admin = createKubernetesPort({ kubeconfigPath });
  const own = (await listObjects(admin, { resource: "namespaces" })).filter(({ metadata }) => metadata.name.startsWith(prefix));
  for (const { metadata } of own) await deleteObject(admin, { resource: "namespaces", name: metadata.name });
  for (const resource of ["clusterrolebindings", "clusterroles"])
    await deleteObject(admin, { resource: `${resource}.rbac.authorization.k8s.io`, name: `${prefix}-home-node-readers` });
  await admin.close();
};
