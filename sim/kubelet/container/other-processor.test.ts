import { expect, test } from "vitest";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { pushImage } from "../../programs/catalogue/pushed-images.ts";
import { readPodLog } from "../../telemetry/logs/pod-log.ts";

test.each([
  ["its own command", undefined, "exec /bin/sh: exec format error\n"],
  ["a command of the pod's", ["/bin/sleep", "60"], "exec /bin/sleep: exec format error\n"],
  ["a script, whose interpreter is for that processor as well", ["/s/run.sh"], "exec /s/run.sh: exec format error\n"],
])("a container of an image for another processor starts, and ends at once with %s", (_what, command, log) => {
  const bed = createFixture();
  pushImage(bed.world, { from: BUSYBOX, tag: "next", architecture: "arm64" });
  const container = {
    name: "c",
    image: `${BUSYBOX.split(":")[0]}:next`,
    ...(command && { command }),
    volumeMounts: [{ name: "s", mountPath: "/s" }],
  };
  bed.create(
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "conf", namespace: "shop" },
      data: { "run.sh": "#!/bin/sh\necho hi\n" },
    } as never,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "box", namespace: "shop" },
      spec: {
        restartPolicy: "Never",
        automountServiceAccountToken: false,
        volumes: [{ name: "s", configMap: { name: "conf", defaultMode: 0o755 } }],
        containers: [container],
      },
    } as never,
  );
  bed.run(20);
  expect(bed.pods("box")[0]?.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 1, reason: "Error" });
  expect(readPodLog(bed.world, { namespace: "shop", pod: "box" })).toMatchObject({ ok: true, text: log });
});

test("a command that the image does not have is not found, whatever it is for", () => {
  const bed = createFixture();
  pushImage(bed.world, { from: BUSYBOX, tag: "next", architecture: "arm64" });
  bed.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "box", namespace: "shop" },
    spec: { restartPolicy: "Never", containers: [{ name: "c", image: `${BUSYBOX.split(":")[0]}:next`, command: ["/nope"] }] },
  } as never);
  bed.run(20);
  const message = bed.pods("box")[0]?.status?.containerStatuses?.[0]?.state?.terminated?.message;
  expect(message).toContain('exec: "/nope": stat /nope: no such file or directory');
});
