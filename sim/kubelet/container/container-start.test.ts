import { expect, test } from "vitest";
import type { Container, Pod } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import type { World } from "../../kernel/world.ts";
import { readPodLog } from "../../telemetry/logs/pod-log.ts";
import { execInContainer } from "../exec/exec-in-container.ts";

const FILES = {
  "extra.ini": "one",
  "run.sh": "#!/bin/sh\necho ran $0 $1\n",
  plain: "echo hi\n",
  "bad.sh": "#!/nope/sh\necho\n",
  "env.sh": "#!/usr/bin/env sh\necho env\n",
  empty: "",
};

const VOLUMES = [
  { name: "v", configMap: { name: "conf" } },
  { name: "s", configMap: { name: "conf", defaultMode: 0o755 } },
  { name: "r", configMap: { name: "conf", defaultMode: 0o700 } },
  { name: "e", emptyDir: {} },
];

const START = "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: ";
const POD = "/var/lib/kubelet/pods/UID";
const ROOT = "/run/containerd/io.containerd.runtime.v2.task/k8s.io/ID/rootfs";

const readLog = (world: World): string => {
  const log = readPodLog(world, { namespace: "shop", pod: "box" });
  return log.ok ? log.text : "";
};

interface Case {
  readonly container: Partial<Container>;
  readonly mounts?: readonly object[];
}

/** Runs a container to its end, and tells how it ended and what it printed; names that are drawn are left out. */
const run = ({ container, mounts = [] }: Case) => {
  const bed = createFixture();
  const spec = { restartPolicy: "Never", automountServiceAccountToken: false, volumes: VOLUMES };
  const full = { name: "c", image: BUSYBOX, ...container, volumeMounts: mounts };
  bed.create(
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "conf", namespace: "shop" }, data: FILES } as never,
    { apiVersion: "v1", kind: "Pod", metadata: { name: "box", namespace: "shop" }, spec: { ...spec, containers: [full] } } as never,
  );
  bed.run(20);
  const pod = bed.pods("box")[0] as Pod;
  const { terminated } = pod.status?.containerStatuses?.[0]?.state ?? {};
  const { exitCode, reason, message = "" } = terminated ?? {};
  const text = message
    .replace(START, "")
    .replace(/: unknown$/, "")
    .replaceAll(pod.metadata.uid as string, "UID")
    .replaceAll(/[0-9a-f]{64}/g, "ID");
  return { end: [exitCode, reason, text].join(" ").trim(), log: readLog(bed.world) };
};

const INIT = "128 StartError unable to start container process: ";
const MOUNTING = `${INIT}error during container init: error mounting `;

test.each<[string, Case, string]>([
  // What is mounted over the image's programs hides them.
  [
    "a hidden path",
    { container: { command: ["/bin/sleep", "1"] }, mounts: [{ name: "e", mountPath: "/bin" }] },
    `${INIT}exec: "/bin/sleep": stat /bin/sleep: no such file or directory`,
  ],
  [
    "a hidden name",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "e", mountPath: "/bin/" }] },
    `${INIT}exec: "sleep": executable file not found in $PATH`,
  ],
  [
    "another image's program",
    { container: { image: "registry.local/node:24", command: ["node", "-e", "1"] }, mounts: [{ name: "e", mountPath: "/usr/local/bin" }] },
    `${INIT}exec: "node": executable file not found in $PATH`,
  ],
  [
    "everything",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "e", mountPath: "/" }] },
    `${INIT}error closing exec fds: open /proc/self/fd: no such file or directory`,
  ],
  [
    "devices",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "e", mountPath: "/dev" }] },
    `${INIT}unable to setup user: stat /dev/null: no such file or directory`,
  ],
  // A file and a folder cannot be mounted over each other.
  [
    "a folder over a file",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "v", mountPath: "/etc/passwd" }] },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~configmap/v" to rootfs at "/etc/passwd": mount ${POD}/volumes/kubernetes.io~configmap/v:/etc/passwd (via /proc/self/fd/6), flags: 0x5001: not a directory`,
  ],
  [
    "a writable folder over a file",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "e", mountPath: "/etc/passwd" }] },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~empty-dir/e" to rootfs at "/etc/passwd": mount ${POD}/volumes/kubernetes.io~empty-dir/e:/etc/passwd (via /proc/self/fd/6), flags: 0x5000: not a directory`,
  ],
  [
    "a file over a folder",
    { container: { command: ["sleep", "1"] }, mounts: [{ name: "v", mountPath: "/tmp", subPath: "extra.ini" }] },
    `${MOUNTING}"${POD}/volume-subpaths/v/c/0" to rootfs at "/tmp": mount ${POD}/volume-subpaths/v/c/0:/tmp (via /proc/self/fd/6), flags: 0x5001: not a directory`,
  ],
  [
    "a key that is not there over a file",
    { container: { command: ["id"] }, mounts: [{ name: "v", mountPath: "/etc/passwd", subPath: "nokey" }] },
    `${MOUNTING}"${POD}/volume-subpaths/v/c/0" to rootfs at "/etc/passwd": mount ${POD}/volume-subpaths/v/c/0:/etc/passwd (via /proc/self/fd/6), flags: 0x5001: not a directory`,
  ],
  [
    "a place behind a file",
    { container: { command: ["id"] }, mounts: [{ name: "v", mountPath: "/etc/passwd/x" }] },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~configmap/v" to rootfs at "/etc/passwd/x": open o_path procfd: open ${ROOT}/etc/passwd/x: not a directory`,
  ],
  [
    "the kernel's files",
    { container: { command: ["id"] }, mounts: [{ name: "e", mountPath: "/proc" }] },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~empty-dir/e" to rootfs at "/proc": "${ROOT}/proc" cannot be mounted because it is not of type proc`,
  ],
  [
    "within the kernel's files",
    { container: { command: ["id"] }, mounts: [{ name: "e", mountPath: "/proc/x" }] },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~empty-dir/e" to rootfs at "/proc/x": "${ROOT}/proc/x" cannot be mounted because it is inside /proc`,
  ],
  [
    "read-only where the kubelet's own files go",
    { container: { command: ["id"] }, mounts: [{ name: "v", mountPath: "/etc" }] },
    `${MOUNTING}"${POD}/etc-hosts" to rootfs at "/etc/hosts": open ${ROOT}/etc/hosts: read-only file system`,
  ],
  [
    "a place in a read-only volume",
    {
      container: { command: ["id"] },
      mounts: [
        { name: "v", mountPath: "/v" },
        { name: "e", mountPath: "/v/a/b" },
      ],
    },
    `${MOUNTING}"${POD}/volumes/kubernetes.io~empty-dir/e" to rootfs at "/v/a/b": mkdir ${ROOT}/v/a: read-only file system`,
  ],
  // The command.
  ["a folder as command", { container: { command: ["/etc"] } }, `${INIT}exec: "/etc": permission denied`],
  [
    "a file that cannot be executed",
    { container: { command: ["/v/extra.ini"] }, mounts: [{ name: "v", mountPath: "/v" }] },
    `${INIT}exec: "/v/extra.ini": permission denied`,
  ],
  [
    "a file of the image that cannot be executed",
    { container: { command: ["/etc/passwd"] } },
    `${INIT}exec: "/etc/passwd": permission denied`,
  ],
  [
    "a command behind a file",
    { container: { command: ["/etc/passwd/x"] } },
    `${INIT}exec: "/etc/passwd/x": stat /etc/passwd/x: not a directory`,
  ],
  ["no command", { container: { command: [""] } }, `${INIT}exec: "": executable file not found in $PATH`],
  ["a name that is nowhere", { container: { command: ["nope"] } }, `${INIT}exec: "nope": executable file not found in $PATH`],
  [
    "a path from the folder",
    { container: { command: ["./nope"], workingDir: "/etc" } },
    `${INIT}exec: "./nope": stat ./nope: no such file or directory`,
  ],
  [
    "another $PATH",
    { container: { command: ["sleep", "1"], env: [{ name: "PATH", value: "/nope" }] } },
    `${INIT}exec: "sleep": executable file not found in $PATH`,
  ],
  [
    "somebody else's program",
    { container: { command: ["/r/run.sh"], securityContext: { runAsUser: 1000 } }, mounts: [{ name: "r", mountPath: "/r" }] },
    `${INIT}exec /r/run.sh: permission denied`,
  ],
  // The folder.
  [
    "a file as folder",
    { container: { command: ["sleep", "1"], workingDir: "/etc/passwd" } },
    `${INIT}error during container init: mkdir /etc/passwd: not a directory`,
  ],
  [
    "a folder behind a file",
    { container: { command: ["sleep", "1"], workingDir: "/etc/passwd/x" } },
    `${INIT}error during container init: mkdir /etc/passwd: not a directory`,
  ],
  [
    "a folder that is to be made in a read-only volume",
    { container: { command: ["pwd"], workingDir: "/v/x" }, mounts: [{ name: "v", mountPath: "/v" }] },
    `${INIT}error during container init: mkdir /v/x: read-only file system`,
  ],
  ["a folder that begins nowhere", { container: { command: ["pwd"], workingDir: "etc" } }, "128 StartError Cwd must be an absolute path"],
])("%s keeps a container from starting", (_title, given, end) => {
  expect(run(given)).toEqual({ end, log: "" });
});

test.each<[string, Case, string, string]>([
  [
    "a script on a volume",
    { container: { command: ["/s/run.sh", "a"] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "0 Completed",
    "ran /s/run.sh a\n",
  ],
  [
    "a script that is mounted alone",
    { container: { command: ["/run.sh", "b"] }, mounts: [{ name: "s", mountPath: "/run.sh", subPath: "run.sh" }] },
    "0 Completed",
    "ran /run.sh b\n",
  ],
  [
    "a script along $PATH",
    { container: { command: ["run.sh", "z"], env: [{ name: "PATH", value: "/s:/bin" }] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "0 Completed",
    "ran /s/run.sh z\n",
  ],
  [
    "a script from the folder",
    { container: { command: ["./run.sh", "q"], workingDir: "/s" }, mounts: [{ name: "s", mountPath: "/s" }] },
    "0 Completed",
    "ran ./run.sh q\n",
  ],
  [
    "a script that finds its interpreter",
    { container: { command: ["/s/env.sh"] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "0 Completed",
    "env\n",
  ],
  [
    "text without an interpreter",
    { container: { command: ["/s/plain"] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "1 Error",
    "exec /s/plain: exec format error\n",
  ],
  [
    "an empty file",
    { container: { command: ["/s/empty"] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "1 Error",
    "exec /s/empty: exec format error\n",
  ],
  [
    "an interpreter that is not there",
    { container: { command: ["/s/bad.sh"] }, mounts: [{ name: "s", mountPath: "/s" }] },
    "1 Error",
    "exec /s/bad.sh: no such file or directory\n",
  ],
  [
    "a folder that is made",
    { container: { command: ["sh", "-c", "pwd; ls -ld /a/b | cut -c1-10; echo x > c; cat /a/b/c"], workingDir: "/a/b" } },
    "0 Completed",
    "/a/b\ndrwxr-xr-x\nx\n",
  ],
  [
    "a folder that is made on a read-only root",
    { container: { command: ["sh", "-c", "pwd; echo x > c"], workingDir: "/a/b", securityContext: { readOnlyRootFilesystem: true } } },
    "1 Error",
    "/a/b\nsh: can't create c: Read-only file system\n",
  ],
  [
    "a read-only volume",
    { container: { command: ["sh", "-c", "echo x > /v/new"] }, mounts: [{ name: "v", mountPath: "/v" }] },
    "1 Error",
    "sh: can't create /v/new: Read-only file system\n",
  ],
  [
    "a key that is not there as a folder",
    {
      container: { command: ["sh", "-c", "ls -A /etc/conf.d; ls /etc | grep conf.d"] },
      mounts: [{ name: "v", mountPath: "/etc/conf.d", subPath: "nokey" }],
    },
    "0 Completed",
    "conf.d\n",
  ],
  [
    "a part of a volume",
    {
      container: { command: ["sh", "-c", "echo 1 > /x/f; find /y -type f"] },
      mounts: [
        { name: "e", mountPath: "/x", subPath: "a/b" },
        { name: "e", mountPath: "/y" },
      ],
    },
    "0 Completed",
    "/y/a/b/f\n",
  ],
  [
    "a part that a variable names",
    {
      container: { command: ["sh", "-c", "echo 1 > /x/f; find /y -type f"], env: [{ name: "WHO", value: "me" }] },
      mounts: [
        { name: "e", mountPath: "/x", subPathExpr: "of-$(WHO)" },
        { name: "e", mountPath: "/y" },
      ],
    },
    "0 Completed",
    "/y/of-me/f\n",
  ],
  [
    "a folder of accounts that is hidden",
    { container: { command: ["sh", "-c", "ls /etc; id; whoami"] }, mounts: [{ name: "e", mountPath: "/etc" }] },
    "1 Error",
    "hostname\nhosts\nresolv.conf\nuid=0 gid=0 groups=0\nwhoami: unknown uid 0\n",
  ],
])("%s is what a container finds", (_title, given, end, log) => {
  expect(run(given)).toEqual({ end, log });
});

test("commands from outside are found as the first one is", () => {
  const bed = createFixture();
  const containers = [
    { name: "c", image: BUSYBOX, workingDir: "/a/b", command: ["sleep", "9999"], volumeMounts: [{ name: "s", mountPath: "/s" }] },
    { name: "probed", image: BUSYBOX, command: ["sleep", "9999"], readinessProbe: { exec: { command: ["/etc"] }, periodSeconds: 1 } },
    { name: "hooked", image: BUSYBOX, command: ["sleep", "9999"], lifecycle: { postStart: { exec: { command: ["/etc/passwd"] } } } },
  ];
  bed.create(
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "conf", namespace: "shop" }, data: FILES } as never,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "box", namespace: "shop" },
      spec: { containers, volumes: VOLUMES, terminationGracePeriodSeconds: 1 },
    } as never,
  );
  bed.run(5);
  const exec = (...command: readonly string[]) => execInContainer(bed.world, { namespace: "shop", pod: "box", container: "c", command });
  const refused = (why: string) => ({ error: expect.stringContaining(`exec failed: unable to start container process: ${why}: unknown`) });
  expect(exec("/etc")).toMatchObject(refused('exec: "/etc": permission denied'));
  expect(exec("/etc/passwd")).toMatchObject(refused('exec: "/etc/passwd": permission denied'));
  expect(exec("/nope")).toMatchObject(refused('exec: "/nope": stat /nope: no such file or directory'));
  expect(exec("/etc/passwd/x")).toMatchObject(refused('exec: "/etc/passwd/x": stat /etc/passwd/x: not a directory'));
  expect(exec("/s/run.sh", "q")).toMatchObject({ exitCode: 0, stdout: "ran /s/run.sh q\n" });
  expect(exec("/s/plain")).toMatchObject({ exitCode: 1, stderr: "exec /s/plain: exec format error\n" });
  expect(exec("pwd")).toMatchObject({ stdout: "/a/b\n" });
  exec("rm", "-rf", "/a/b");
  expect(exec("pwd")).toMatchObject(refused('chdir to cwd ("/a/b") set in config.json failed: no such file or directory'));
  bed.run(45);
  const events = bed.events("box").join("\n");
  expect(events).toMatch(/Readiness probe errored and resulted in unknown state: .*exec: "\/etc": permission denied: unknown/);
  expect(events).toContain("FailedPostStartHook: PostStartHook failed");
});

test("the old paths of a system lead to the programs that it has in /usr", () => {
  const bed = createFixture();
  const containers = [
    { name: "c", image: "docker.io/library/mongo:4.4", command: ["/bin/sh", "-c", "readlink /bin; which sh; sleep 9999"] },
  ];
  bed.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "box", namespace: "shop" }, spec: { containers } } as never);
  bed.run(60);
  expect(readLog(bed.world)).toBe("usr/bin\n/usr/bin/sh\n");
  const ended = execInContainer(bed.world, { namespace: "shop", pod: "box", command: ["/bin/bash", "-c", "echo hi"] });
  expect(ended).toMatchObject({ exitCode: 0, stdout: "hi\n" });
});
