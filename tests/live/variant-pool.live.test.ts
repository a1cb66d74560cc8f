import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Library, loadLibrary } from "#env/catalogue/library.ts";
import { type LoadedApp, type LoadedForm, loadApps } from "#env/catalogue/load-apps.ts";
import { undoByMemo } from "#env/loop/undo-faults.ts";
import { imagesIn } from "#kube/app/chart-image.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { openPool } from "#pool/backends/namespaces/open-pool.ts";
import type { OpenPool } from "#pool/backends/namespaces/open-pool-on.ts";
import type { PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { findMissingImage } from "./find-missing-image.ts";
import { openPoolExpert, type PoolExpert } from "./pool-expert.ts";
import { realKubeconfig } from "./real-world.ts";

const APP = "hotel-reservation";
const app = (await loadApps("actor")).find(({ record }) => record.name === APP) as LoadedApp;

/** Two variants of train and one that is held out, with few pods. */
const VARIANTS = ["8", "6", "11"];
const formOf = (id: string): LoadedForm => app.formOf(id) ?? app;

const kubeconfigPath = realKubeconfig();
const obstacle = await findMissingImage(kubeconfigPath, imagesIn(VARIANTS.map((id) => formOf(id).manifests)));

/** A task for each variant, in the words of the published form: what it targets, reads and signs in as is called otherwise there. */
const TASKS = [
  { variant: "8", task: "service-selector-mismatch?target=service/mongodb-geo" },
  { variant: "6", task: "configmap-key-drift?target=configmap/profile-config" },
  { variant: "11", task: "mongo-role-revoked?target=deployment/mongodb-rate" },
];

describe.skipIf(obstacle !== undefined)(`a pool of variants${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`, () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), "kubedrill-variants-"));
  const home = `variants-${randomBytes(2).toString("hex")}`;
  const events: PoolEvent[] = [];
  let library: Library;
  let admin: ClusterPort & { close(): Promise<void> };
  let pool: OpenPool;
  let expert: PoolExpert;

  const openVariants = (): Promise<OpenPool> =>
    openPool({
      kubeconfigPath: kubeconfigPath ?? "",
      stateDirectory,
      home,
      apps: [app],
      settings: { variants: VARIANTS, requestsPerSecond: 2 },
      undo: undoByMemo(library.injectors),
      tell: (event) => void events.push(event),
    });
  const slotOf = (variant: string): string => pool.slots().find((slot) => slot.variant === variant)?.id ?? "";

  beforeAll(async () => {
    library = await loadLibrary();
    admin = createKubernetesPort({ kubeconfigPath: kubeconfigPath ?? "" });
    pool = await openVariants();
    await pool.backend.provision({ app: APP, slots: VARIANTS.length });
    expert = await openPoolExpert(pool.backend, library, [app]);
    await expert.idle();
    await pool.settle();
  }, 900_000);

  afterAll(async () => {
    await pool?.destroy();
    await pool?.close();
    await admin?.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  }, 300_000);

  test("each variant has a slot, which is named and recorded as such", () => {
    expect(pool.backend.variants(APP).toSorted()).toEqual(VARIANTS.toSorted());
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
    for (const id of VARIANTS) expect(slotOf(id)).toMatch(new RegExp(`^${formOf(id).record.namespace}-[a-z0-9]{5}$`));
  });

  test.each(VARIANTS)("the pods of variant %s have its names and images, and play its description and no other", async (id) => {
    const form = formOf(id);
    const pods = await listObjects<Pod>(admin, { resource: "pods", namespace: slotOf(id) });
    const workloads = form.manifests.flatMap(({ kind, metadata }) => (kind === "Deployment" ? [metadata.name] : []));
    expect(new Set(pods.map(({ metadata }) => metadata.name.replace(/-[a-z0-9]+-[a-z0-9]+$/, "")))).toEqual(new Set(workloads));
    expect(new Set(imagesIn(pods.map(({ spec }) => spec)))).toEqual(new Set(imagesIn(form.manifests)));
    const frontend = nameIn(form, "deployment/frontend")?.replace("deployment/", "");
    const pod = pods.find(({ metadata }) => metadata.name.startsWith(`${frontend}-`))?.metadata.name ?? "";
    const command = ["cat", "/usr/local/lib/service/behaviours.json"];
    const { stdout } = await admin.exec({ namespace: slotOf(id), pod, command });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify([form.behaviour])));
  });

  test("tasks are drawn in the variants of their split that there are, and others are refused with the reason", () => {
    const { catalogue } = expert;
    const drawn = (uri: string) => catalogue.taskOf(uri).variants.map(({ id }) => id);
    const listed = catalogue.list({ splits: ["train", "eval", "holdout"] });
    for (const { uri, split } of listed) expect(drawn(uri), uri).toEqual(split === "train" ? ["6", "8"] : ["11"]);
    expect(new Set(listed.map(({ split }) => split))).toEqual(new Set(["train", "eval", "holdout"]));
    expect(drawn(`kubedrill://${APP}/scale-to-zero?target=deployment/geo&variant=11`)).toEqual(["11"]);
    expect(() => catalogue.taskOf(`kubedrill://${APP}/healthy?variant=9`)).toThrow('has no variant "9" here; there are ');
  });

  describe.concurrent("an episode in each", () => {
    test.each(TASKS)("the expert repairs $task in variant $variant", { timeout: 900_000 }, async ({ variant, task }) => {
      const { incident, ending, report } = await expert.play(`${task}&variant=${variant}`);
      expect(incident.slot.id).toBe(slotOf(variant));
      expect(ending, JSON.stringify(report.components)).toMatchObject({ endReason: "AGENT_SUBMITTED", success: true });
      expect(report.reward).toBeGreaterThanOrEqual(0.9);
    });
  });

  test("all slots come back to their baselines, and not by being made anew", { timeout: 600_000 }, async () => {
    await expert.idle();
    await pool.settle();
    expect(pool.slots().map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
    expect(events.filter(({ kind }) => kind === "quarantined" || kind === "replaced" || kind === "failed")).toEqual([]);
    expect(events.flatMap((event) => (event.kind === "restored" ? [event.slot] : []))).toEqual(
      expect.arrayContaining(VARIANTS.map(slotOf)),
    );
  });

  test("the next server finds the slots with their variants, and compares them with their baselines", { timeout: 600_000 }, async () => {
    const before = VARIANTS.map(slotOf);
    await pool.close();
    pool = await openVariants();
    expect(pool.recovery).toMatchObject({ ready: 3, orphans: 0 });
    expect(VARIANTS.map(slotOf)).toEqual(before);
  });
});
