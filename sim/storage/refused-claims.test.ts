import { expect, test } from "vitest";
import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";
import { BUSYBOX, type ClusterFixture, createFixture } from "../bootstrap/cluster-fixture.cases.ts";

const claim = (name: string, spec: Partial<PersistentVolumeClaim["spec"]> = {}): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } }, ...spec },
  }) as KubeObject;

const user = (name: string, claimName: string): KubeObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop" },
    spec: {
      containers: [{ name: "c", image: BUSYBOX, command: ["sleep", "10000"], volumeMounts: [{ name: "d", mountPath: "/d" }] }],
      volumes: [{ name: "d", persistentVolumeClaim: { claimName } }],
    },
  }) as KubeObject;

const find = (fixture: ClusterFixture, name: string) => fixture.client.get<PersistentVolumeClaim>("persistentvolumeclaims", "shop", name);

const said = (fixture: ClusterFixture, name: string): readonly (string | undefined)[] =>
  fixture.client.list<Event>("events", "shop").flatMap(({ involvedObject, message }) => (involvedObject?.name === name ? [message] : []));

test.each([
  ["a selector", { selector: { matchLabels: { disk: "ssd" } } }, "claim.Spec.Selector is not supported"],
  [
    "a mode for several nodes",
    { accessModes: ["ReadWriteMany"] },
    "NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes",
  ],
])("no directory is made for a claim with %s, and its pod goes once the claim is made anew", (_what, spec, why) => {
  const fixture = createFixture();
  fixture.create(claim("data", spec), user("user", "data"));
  fixture.run(60);
  expect(find(fixture, "data")?.status?.phase).toBe("Pending");
  expect(said(fixture, "data")).toContain(`failed to provision volume with StorageClass "standard": ${why}`);
  fixture.client.delete("persistentvolumeclaims", "shop", "data");
  fixture.run(1);
  fixture.create(claim("data"));
  fixture.run(30);
  expect(find(fixture, "data")?.status?.phase).toBe("Bound");
  expect(fixture.pods("user")[0]?.spec.nodeName).toBeDefined();
});

test("a claim for a volume by its name that another has is not bound, and its pod waits for that", () => {
  const fixture = createFixture();
  fixture.create(claim("data"), user("user", "data"));
  fixture.run(30);
  const { volumeName } = find(fixture, "data")?.spec ?? {};
  expect(volumeName).toBeDefined();
  fixture.create(claim("more", volumeName === undefined ? {} : { volumeName }), user("other", "more"));
  fixture.run(30);
  expect(find(fixture, "more")?.status?.phase).toBe("Pending");
  expect(said(fixture, "more")).toContain(`volume "${volumeName}" already bound to a different claim.`);
  expect(fixture.pods("other")[0]?.status?.conditions?.[0]?.message).toContain("pod has unbound immediate PersistentVolumeClaims");
});

test("a claim for a volume by its name that has less than it asks for is bound once the volume has enough", () => {
  const fixture = createFixture();
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "disk-1" },
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], storageClassName: "", hostPath: { path: "/var/disk-1" } },
  };
  const wanted = { storageClassName: "", volumeName: "disk-1", resources: { requests: { storage: "5Gi" } } };
  fixture.create(volume as KubeObject, claim("data", wanted), user("user", "data"));
  fixture.run(30);
  expect(find(fixture, "data")?.status?.phase).toBe("Pending");
  expect(said(fixture, "data")).toContain('Cannot bind to requested volume "disk-1": requested PV is too small');
  expect(fixture.pods("user")[0]?.status?.conditions?.[0]?.message).toContain("pod has unbound immediate PersistentVolumeClaims");
  const made = fixture.client.get<PersistentVolume>("persistentvolumes", undefined, "disk-1") as PersistentVolume;
  fixture.client.update("persistentvolumes", { ...made, spec: { ...made.spec, capacity: { storage: "5Gi" } } });
  fixture.run(30);
  expect(find(fixture, "data")?.status?.phase).toBe("Bound");
  expect(fixture.pods("user")[0]?.spec.nodeName).toBeDefined();
});
