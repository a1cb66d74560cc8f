import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killSpawned, type SpawnedServer, spawnServer } from "#env/server/testing/spawn-server.ts";
import { connectTestClient, type TestClient } from "#env/server/testing/test-server.ts";
import { deleteObject } from "#kube/delete.ts";
import { listObjects } from "#kube/list.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { findKubectl } from "../parity/legs/find-kubectl.ts";
import { openKubectl } from "./kubectl-client.ts";

/**
 * A cluster that may be broken, with the images of the played app: `KUBEDRILL_TEST_OUTAGE_KUBECONFIG` names it, and
 * `KUBEDRILL_TEST_FREEZE` is a command that makes its API server stand still for a while, or for good.
 */
const kubeconfig = process.env["KUBEDRILL_TEST_OUTAGE_KUBECONFIG"];
const freeze = process.env["KUBEDRILL_TEST_FREEZE"];
const isAbsent = kubeconfig === undefined || freeze === undefined;
const why = isAbsent ? " (skipped: KUBEDRILL_TEST_OUTAGE_KUBECONFIG and KUBEDRILL_TEST_FREEZE name none that may be broken)" : "";
const STEP_DEADLINE_MS = 180_000;

describe.skipIf(isAbsent)(`an API server that stands still in mid-episode${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "outage-"));
  let server: SpawnedServer;
  let client: TestClient;
  const prefix = `test-${randomBytes(2).toString("hex")}`;

  beforeAll(async () => {
    server = await spawnServer("main.ts", {
      PORT: "0",
      STATE_DIRECTORY: join(folder, "state"),
      LOG_LEVEL: "warn",
      BACKEND: "namespaces",
      KUBECONFIG: kubeconfig ?? "",
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
    await removeAll(kubeconfig ?? "", prefix).catch(() => undefined); // it may be gone for good
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const standStill = () => promisify(execFile)("sh", ["-c", freeze ?? "false"]);
  const step = (episodeId: string, stepIndex: number, command: string) =>
    client.call(
      "Step",
      { episodeId, stepIndex, actions: [{ toolCall: { name: "kubectl", argumentsJson: JSON.stringify({ command }) } }] },
      { deadlineMs: STEP_DEADLINE_MS },
    );

  test("its episode goes on, or is lost without a reward: no answer is made up, nobody hangs", async () => {
    await client.call(
      "Reset",
      { episodeId: "e", seed: "3", taskUri: "kubedrill://hotel-reservation/scale-to-zero" },
      { deadlineMs: 300_000 },
    );
    const { kubeconfig: door } = await client.call("GetKubeconfig", { episodeId: "e" });
    const kubectl = openKubectl(findKubectl() ?? "kubectl", door);
    const watching = kubectl.launch(["get", "pods", "-w", "--no-headers"]);
    await expect.poll(() => watching.said(), { timeout: 30_000 }).toContain("frontend");
    const still = standStill();
    const outcome = await step("e", 0, "kubectl get pods").then(
      (reply) => reply.results[0].content as string,
      (cause: Error) => cause.message,
    );
    await still;
    const after = await kubectl.run(["get", "pods", "--no-headers"]);
    const reward = await client.call("Reward", { episodeId: "e", finalize: false }, { deadlineMs: STEP_DEADLINE_MS });
    console.info(outcome.slice(0, 200), `\n${after.code} ${after.stderr}`, JSON.stringify(reward.ending ?? {}));
    if (reward.ending) {
      expect(reward.ending).toMatchObject({ endReason: "END_REASON_SLOT_LOST", sampleValid: false });
      expect([reward.report?.reward ?? undefined, reward.report?.components ?? []]).toEqual([undefined, []]);
    } else {
      expect(outcome).toContain("frontend");
      expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("frontend") });
    }
    kubectl.close();
    await client.call("Close", { episodeId: "e" }, { deadlineMs: STEP_DEADLINE_MS });
  }, 900_000);
});

const removeAll = async (kubeconfigPath: string, prefix: string): Promise<void> => {
  const admin = createKubernetesPort({ kubeconfigPath });
  const own = (await listObjects(admin, "namespaces")).filter(({ metadata }) => metadata.name.startsWith(prefix));
  for (const { metadata } of own) await deleteObject(admin, "namespaces", undefined, metadata.name);
  for (const resource of ["clusterrolebindings", "clusterroles"])
    await deleteObject(admin, `${resource}.rbac.authorization.k8s.io`, undefined, `${prefix}-home-node-readers`);
  await admin.close();
};
