import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import type { Container } from "#kube/types/pod.ts";
import { BUSYBOX, createFixture } from "../bootstrap/cluster-fixture.cases.ts";
import { execInContainer } from "../kubelet/exec/exec-in-container.ts";
import { closeSession, openSession, readSession, writeSessionBytes } from "../kubelet/exec/shell-session.ts";
import { nodeSteps } from "./node-steps.ts";

/** A debugging pod on worker-1, with the node's files at /host. */
const open = (container: Partial<Container> = {}, spec: object = { hostPID: true }) => {
  const bed = createFixture();
  const full = {
    name: "c",
    image: BUSYBOX,
    command: ["sleep", "9999"],
    volumeMounts: [{ name: "root", mountPath: "/host" }],
    ...container,
  };
  bed.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "debugger", namespace: "shop" },
    spec: { nodeName: "worker-1", hostNetwork: true, ...spec, containers: [full], volumes: [{ name: "root", hostPath: { path: "/" } }] },
  } as never);
  bed.run(5);
  const exec = (...command: readonly string[]) => execInContainer(bed.world, { namespace: "shop", pod: "debugger", command });
  return { bed, exec, sh: (script: string) => exec("sh", "-c", script) };
};

const readiness = ({ bed }: ReturnType<typeof open>): string | undefined =>
  bed.client.get<Node>("nodes", undefined, "worker-1")?.status?.conditions?.find(({ type }) => type === "Ready")?.status;

test("a node whose kubelet is stopped by way of its root is lost after 40 to 50 seconds", () => {
  const place = open();
  expect(place.exec("chroot", "/host", "systemctl", "stop", "kubelet")).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  expect(readiness(place)).toBe("True");
  place.bed.run(39);
  expect(readiness(place)).toBe("True");
  place.bed.run(12);
  expect(readiness(place)).toBe("Unknown");
});

test("a pod whose own command is on the node ends with it", () => {
  const place = open({ command: ["chroot", "/host", "systemctl", "stop", "kubelet"] }, { restartPolicy: "Never" });
  expect(place.bed.pods("debugger")[0]?.status?.phase).toBe("Running");
  place.bed.run(51);
  expect(readiness(place)).toBe("Unknown");
});

test("the node's root has the node's programs, files and name", () => {
  const { exec, sh } = open();
  expect(exec("chroot", "/host", "hostname").stdout).toBe("worker-1\n");
  expect(exec("chroot", "/host", "sh", "-c", "pwd; id -u; cat /etc/hostname; systemctl is-active kubelet").stdout).toBe(
    "/\n0\nworker-1\nactive\n",
  );
  expect(exec("chroot", "/host", "crictl", "ps").stdout).toContain("debugger");
  expect(sh("echo 'hostname; exit 3' | chroot /host bash; echo $?").stdout).toBe("worker-1\n3\n");
  expect(exec("chroot", "/host", "nope")).toMatchObject({
    exitCode: 127,
    stderr: "chroot: can't execute 'nope': No such file or directory\n",
  });
});

test("a shell on the node takes what is typed", () => {
  const { bed } = open();
  const opened = openSession(bed.world, { namespace: "shop", pod: "debugger", command: ["chroot", "/host"], tty: true });
  if (!opened.ok) throw new Error(opened.error);
  writeSessionBytes(bed.world, opened.id, "hostname\r");
  bed.run(1);
  expect(readSession(bed.world, opened.id).stdout).toContain("worker-1\r\n");
  writeSessionBytes(bed.world, opened.id, "exit 4\r");
  bed.run(1);
  expect(readSession(bed.world, opened.id).exitCode).toBe(4);
  closeSession(bed.world, opened.id);
});

test("what is mounted of the node is the node's own", () => {
  const { bed, sh } = open();
  const ssh = (command: string): string => {
    const steps = nodeSteps(bed.world, { node: "worker-1", command });
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value.stdout;
    }
  };
  expect(sh("cat /host/etc/hostname; ls -d /host/var/log/pods").stdout).toBe("worker-1\n/host/var/log/pods\n");
  expect(sh("ls /host/var/log/pods").stdout).toContain("shop_debugger_");
  expect(sh("mkdir /host/opt/made && echo one > /host/opt/made/file && chroot /host cat /opt/made/file").stdout).toBe("one\n");
  expect(ssh("cat /opt/made/file")).toBe("one\n");
  ssh("mkdir /opt/other; echo two > /opt/made/file; rm -r /opt/other; mkdir /opt/empty");
  expect(sh("cat /host/opt/made/file; ls /host/opt; cd /host/opt/made && pwd").stdout).toBe("two\nempty\nmade\n/host/opt/made\n");
});

test("a kubelet whose settings somebody breaks by way of its files does not come up again", () => {
  const place = open();
  place.sh("echo 'nonsense: [' > /host/var/lib/kubelet/config.yaml");
  place.exec("chroot", "/host", "systemctl", "restart", "kubelet");
  // Commands in containers go through the kubelet.
  expect(place.exec("true").error).toContain("connection refused");
});

test("parts of the node's files can be mounted, and not be written to", () => {
  const { sh } = open({ volumeMounts: [{ name: "root", mountPath: "/logs", subPath: "var/log", readOnly: true }] });
  expect(sh("ls /logs; echo x > /logs/x").stdout).toContain("pods\n");
  expect(sh("echo x > /logs/x").stderr).toBe("sh: can't create /logs/x: Read-only file system\n");
});

test("who may not change its root is told so", () => {
  const dropped = open({ securityContext: { capabilities: { drop: ["ALL"] } } });
  expect(dropped.exec("chroot", "/host", "id").stderr).toBe("chroot: can't change root directory to '/host': Operation not permitted\n");
  const { exec } = open();
  expect(exec("chroot", "/nope").stderr).toBe("chroot: can't change root directory to '/nope': No such file or directory\n");
  expect(exec("chroot", "/etc/passwd").stderr).toBe("chroot: can't change root directory to '/etc/passwd': Not a directory\n");
  expect(exec("chroot", "/", "echo", "here").stdout).toBe("here\n");
});

test("a privileged pod enters the node by its first process", () => {
  const words = ["nsenter", "-t", "1", "-m", "-u", "-i", "-n", "-p", "--", "sh", "-c", "hostname"];
  expect(open({ securityContext: { privileged: true } as never }).exec(...words).stdout).toBe("worker-1\n");
  expect(open().exec(...words)).toMatchObject({ exitCode: 1, stderr: "nsenter: can't open '/proc/1/ns/mnt': Permission denied\n" });
});
