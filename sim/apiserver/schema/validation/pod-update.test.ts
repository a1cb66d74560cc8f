import { expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { goUnifiedDiff } from "./go-unified-diff.ts";

const pod = (spec: object): Pod =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "app", namespace: "shop" },
    spec: { containers: [{ name: "c", image: "i" }], ...spec },
  }) as unknown as Pod;

const change = (spec: object, patch: (spec: Pod["spec"]) => object): string | undefined => {
  const { client } = createTestWorld();
  client.create("pods", pod(spec));
  const stored = client.get<Pod>("pods", "shop", "app") as Pod;
  const written = client.update("pods", { ...stored, spec: { ...stored.spec, ...patch(stored.spec) } } as Pod);
  return written.ok ? undefined : written.error.message;
};

test("a refused change of a pod shows what differs as the server lays its spec out", () => {
  expect(change({}, () => ({ hostNetwork: true }))).toContain(
    ' "SecurityContext": {\n-  "HostNetwork": false,\n+  "HostNetwork": true,\n   "HostPID": false,',
  );
  const node = change({}, (spec) => ({ containers: spec.containers.map((one) => ({ ...one, workingDir: "/<a>" })) }));
  expect(node).toContain('-   "WorkingDir": "",\n+   "WorkingDir": "/\\u003ca\\u003e",');
});

test("images, deadlines that come nearer and more tolerations are no change", () => {
  const free = { activeDeadlineSeconds: 5, tolerations: [{ key: "a", operator: "Exists" }] };
  expect(
    change({ activeDeadlineSeconds: 9 }, (spec) => ({
      ...free,
      tolerations: [...(spec.tolerations ?? []), ...free.tolerations],
      containers: spec.containers.map((one) => ({ ...one, image: "j" })),
    })),
  ).toBeUndefined();
  expect(change({ activeDeadlineSeconds: 3 }, () => ({ activeDeadlineSeconds: 5 }))).toContain(
    "must be less than or equal to previous value",
  );
});

test("texts are compared in hunks with three lines around each change", () => {
  const lines = Array.from({ length: 30 }, (_, i) => `${i}`);
  const changed = lines.map((line) => (line === "3" || line === "9" || line === "25" ? `${line}!` : line));
  const text = goUnifiedDiff(lines.join("\n"), [...changed, "end"].join("\n"));
  expect(text.split("\n").filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,13 +1,13 @@", "@@ -23,8 +23,9 @@"]);
  expect(text.endsWith(" 29\n+end\n")).toBe(true);
  expect(goUnifiedDiff("a", "a")).toBe("");
});
