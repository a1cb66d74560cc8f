import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenCluster, openCluster } from "#env/open/open-cluster.ts";
import { findHelm } from "./find-helm.ts";

const found = findHelm();
const program = "path" in found ? found.path : "";

describe.skipIf("missing" in found)(`helm${"missing" in found ? ` (skipped: ${found.missing})` : ""}`, () => {
  let cluster: OpenCluster;
  let folder: string;
  let core: CoreV1Api;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "helm-"));
    cluster = await openCluster({ host: "127.0.0.1", port: 0, nodes: 1, seed: "5", time: "auto", hasMetrics: false, hasStorage: false });
    writeFileSync(join(folder, "config"), cluster.kubeconfig, { mode: 0o600 });
    for (const [name, text] of Object.entries(CHART)) {
      mkdirSync(dirname(join(folder, "web", name)), { recursive: true });
      writeFileSync(join(folder, "web", name), text);
    }
    const config = new KubeConfig();
    config.loadFromString(cluster.kubeconfig);
    core = config.makeApiClient(CoreV1Api);
  });
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const helm = (command: string): Promise<Outcome> =>
    new Promise((resolve) => {
      const env = { ...process.env, KUBECONFIG: join(folder, "config"), HOME: folder };
      execFile(program, command.split(" "), { cwd: folder, env }, (cause, stdout, stderr) => {
        resolve({ code: cause === null ? 0 : Number(cause.code), stdout, stderr });
      });
    });
  const greeting = async (name: string): Promise<string | undefined> =>
    (await core.readNamespacedConfigMap({ namespace: "default", name: `${name}-words` })).data?.["greeting"];
  const history = async (name: string): Promise<readonly string[]> =>
    JSON.parse((await helm(`history ${name} -o json`)).stdout).map(
      ({ revision, status, description }: Revision) => `${revision} ${status}: ${description}`,
    );

  test("installs a chart and waits for it, upgrades it, runs its test, rolls it back and uninstalls it", async () => {
    const installed = await helm("install shop web --wait --timeout 60s");
    expect(installed).toMatchObject({ code: 0, stderr: "" });
    expect(installed.stdout).toContain("STATUS: deployed\nREVISION: 1\n");
    expect(await greeting("shop")).toBe("hello");

    expect(await helm("upgrade shop web --set greeting=bye --set replicas=2 --wait --timeout 60s")).toMatchObject({ code: 0 });
    expect(await greeting("shop")).toBe("bye");
    const pods = await core.listNamespacedPod({ namespace: "default", labelSelector: "app=shop" });
    expect(pods.items.map(({ status }) => status?.phase)).toEqual(["Running", "Running"]);

    const tested = await helm("test shop --logs");
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.stdout).toMatch(/Phase: {10}Succeeded\n[\s\S]*POD LOGS: shop-test(?: \(says\))?\nbye\n/);

    expect(await helm("rollback shop 1 --wait --timeout 60s")).toMatchObject({
      code: 0,
      stdout: "Rollback was a success! Happy Helming!\n",
    });
    expect(await greeting("shop")).toBe("hello");
    expect(await history("shop")).toEqual([
      "1 superseded: Install complete",
      "2 superseded: Upgrade complete",
      "3 deployed: Rollback to 1",
    ]);

    expect(await helm("uninstall shop --wait")).toMatchObject({ code: 0, stdout: 'release "shop" uninstalled\n' });
    await expect(greeting("shop")).rejects.toMatchObject({ code: 404 });
    expect((await helm("list -a -q")).stdout).toBe("");
  });

  test("an upgrade that never gets ready is rolled back, and an invalid one changes nothing", async () => {
    expect(await helm("upgrade --install till web --wait --timeout 60s")).toMatchObject({ code: 0 });
    const failed = await helm("upgrade till web --set image=registry.local/nope:1 --set greeting=late --atomic --timeout 3s");
    expect(failed.code).toBe(1);
    // Helm 4 calls the flag by another name and tells more.
    expect(failed.stderr).toMatch(
      /release till failed, and has been rolled back due to (?:atomic|rollback-on-failure) being set: [\s\S]*context deadline exceeded/,
    );
    expect(await greeting("till")).toBe("hello");
    const refused = await helm("upgrade till web --set replicas=-1");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'Deployment.apps "till" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
    expect((await history("till")).at(-1)).toMatch(/^4 failed: Upgrade "till" failed: /);
    expect(await helm("install till web")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Error: INSTALLATION FAILED: (?:release name check failed: )?cannot re-?use a name that is still in use\n/,
      ),
    });
  });

  test("asks the server what a chart would become, and renders by what the server can do", async () => {
    const asked = await helm("install dry web --dry-run=server --set lookup=true");
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.stdout).toContain("STATUS: pending-install");
    expect(asked.stdout).toMatch(/version: v1\.35\.\d+\n.*jobs: "true"\n.*namespace: Active/);
    expect(await helm("status dry")).toMatchObject({ code: 1, stderr: "Error: release: not found\n" });
  });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Revision {
  readonly revision: number;
  readonly status: string;
  readonly description: string;
}

const CHART: Readonly<Record<string, string>> = {
  "Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n",
  "values.yaml": "replicas: 1\ngreeting: hello\nimage: registry.local/pause:3.10\nlookup: false\n",
  "templates/web.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: "{{ .Release.Name }}-words"
data:
  greeting: {{ .Values.greeting | quote }}
{{- if .Values.lookup }}
  version: {{ .Capabilities.KubeVersion.Version }}
  jobs: {{ .Capabilities.APIVersions.Has "batch/v1/Job" | quote }}
  namespace: {{ (lookup "v1" "Namespace" "" "default").status.phase }}
{{- end }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: "{{ .Release.Name }}"
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
  template:
    metadata: {labels: {app: "{{ .Release.Name }}"}}
    spec:
      terminationGracePeriodSeconds: 1
      containers: [{name: web, image: "{{ .Values.image }}"}]
`,
  "templates/tests/says.yaml": `apiVersion: v1
kind: Pod
metadata:
  name: "{{ .Release.Name }}-test"
  annotations: {helm.sh/hook: test, helm.sh/hook-delete-policy: before-hook-creation}
spec:
  restartPolicy: Never
  containers:
    - {name: says, image: "registry.local/busybox:1.35", command: [sh, -c, "echo {{ .Values.greeting }}"]}
`,
};
