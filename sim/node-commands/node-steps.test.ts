import { expect, test } from "vitest";
import type { Node } from "#kube/types/cluster.ts";
import { type ClusterFixture, createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";
import { isKubeletRunning } from "../machines/machines.ts";
import { nodeSteps } from "./node-steps.ts";

const run = (command: string, fixture = createFixture(), node = "worker-1") => {
  const steps = nodeSteps(fixture.world, { node, command });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

const isReady = ({ client }: ClusterFixture): string | undefined =>
  client.get<Node>("nodes", undefined, "worker-1")?.status?.conditions?.find(({ type }) => type === "Ready")?.status;

test("a service is started at once by enable --now, and the container runtime is restarted without harm to its containers", () => {
  const fixture = createFixture();
  run("systemctl disable --now kubelet", fixture);
  expect(run("systemctl is-active kubelet", fixture).stdout).toBe("inactive\n");
  run("systemctl enable kubelet", fixture);
  expect(run("systemctl is-active kubelet", fixture).stdout).toBe("inactive\n");
  run("systemctl enable --now kubelet", fixture);
  expect(run("systemctl is-active kubelet", fixture).stdout).toBe("active\n");
  const containers = run("crictl ps -q", fixture).stdout;
  expect(run("systemctl restart containerd", fixture)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(run("systemctl status containerd", fixture).stdout).toMatch(/Active: active \(running\) since .*; \d+m?s ago/);
  expect(run("crictl ps -q", fixture).stdout).toBe(containers);
  expect(run("systemctl stop containerd", fixture).stderr).toContain("may not be stopped by hand");
});

test("systemctl tells whether a service runs, and stops and starts the kubelet", () => {
  const fixture = createFixture();
  expect(run("systemctl is-active kubelet", fixture)).toEqual({ exitCode: 0, stdout: "active\n", stderr: "" });
  expect(run("sudo systemctl stop kubelet.service", fixture)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(isKubeletRunning(fixture.world, "worker-1")).toBe(false);
  expect(run("systemctl status kubelet", fixture)).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining("Active: inactive (dead) since"),
  });
  expect(run("systemctl restart kubelet && systemctl is-active kubelet", fixture)).toMatchObject({ exitCode: 0, stdout: "active\n" });
  expect(isKubeletRunning(fixture.world, "worker-1")).toBe(true);
});

test("a chain goes on as the shell says", () => {
  expect(run("nonsense || hostname")).toEqual({
    exitCode: 0,
    stdout: "worker-1\n",
    stderr: "bash: line 1: nonsense: command not found\n",
  });
  expect(run("nonsense && hostname")).toMatchObject({ exitCode: 127, stdout: "" });
  expect(run("hostname; hostname | tr a-z A-Z")).toMatchObject({ stdout: "worker-1\nWORKER-1\n" });
});

test("units and nodes that do not exist are told apart from services that do not run", () => {
  expect(run("systemctl start kublet")).toMatchObject({
    exitCode: 5,
    stderr: "Failed to start kublet.service: Unit kublet.service not found.\n",
  });
  expect(run("systemctl status kublet")).toMatchObject({ exitCode: 4, stderr: "Unit kublet.service could not be found.\n" });
  expect(run("hostname", createFixture(), "worker-9")).toMatchObject({ exitCode: 255 });
});

test("a service's status has its process, its control group and its last lines", () => {
  const { stdout } = run("systemctl status kubelet");
  expect(stdout).toMatch(
    /Main PID: (\d+) \(kubelet\)[\s\S]*CGroup: \/system.slice\/kubelet.service\n {13}└─\1 \/usr\/bin\/kubelet --bootstrap/,
  );
  expect(stdout).toMatch(/worker-1 kubelet\[\d+\]: I\d{4} .* "Attempting to register node" node="worker-1"/);
});

test("the journal tells who stopped a kubelet and when, and what it saw of its pods", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", { image: "nowhere.example/none:1" }, { nodeName: "worker-1" }));
  fixture.run(40);
  expect(run("journalctl -u kubelet --no-pager", fixture).stdout).toMatch(
    /kubelet\[\d+\]: E.* log\.go:32\] "PullImage from image service failed" err=".*" image="nowhere\.example\/none:1"/,
  );
  run("systemctl stop kubelet", fixture);
  fixture.run(30);
  expect(run("journalctl -u kubelet -n 2 -o cat", fixture).stdout).toMatch(
    /^Stopped kubelet\.service - .*\nkubelet\.service: Consumed .* CPU time\.\n$/,
  );
  expect(run('journalctl -u kubelet --since "10 s ago"', fixture).stdout).toBe("-- No entries --\n");
});

test("a kubelet whose settings are wrong fails with the reason, is tried again and again, and comes up once they are right", () => {
  const fixture = createFixture();
  run("sed -i s/ca.crt/ca-cert.crt/ /var/lib/kubelet/config.yaml && systemctl restart kubelet", fixture);
  fixture.run(60);
  expect(isReady(fixture)).toBe("Unknown");
  const { stdout, exitCode } = run("systemctl status kubelet", fixture);
  expect(exitCode).toBe(3);
  expect(stdout).toContain("Active: activating (auto-restart) (Result: exit-code)");
  expect(stdout).toMatch(
    /restart counter is at 5\.[\s\S]*run\.go:72\] "command failed" err=".*unable to load client CA file \/etc\/kubernetes\/pki\/ca-cert\.crt: open/,
  );
  run("sed -i s/ca-cert.crt/ca.crt/ /var/lib/kubelet/config.yaml", fixture);
  fixture.run(25);
  expect(run("systemctl is-active kubelet", fixture).stdout).toBe("active\n");
  expect(isReady(fixture)).toBe("True");
});

test.each([
  ["echo 'KUBELET_EXTRA_ARGS=--frobnicate=1' > /etc/default/kubelet", "failed to parse kubelet flag: unknown flag: --frobnicate"],
  ["rm /var/lib/kubelet/config.yaml", "open /var/lib/kubelet/config.yaml: no such file or directory"],
  ["sed -i s/KubeletConfiguration/KubeletConfig/ /var/lib/kubelet/config.yaml", 'no kind \\"KubeletConfig\\" is registered'],
  ["rm /etc/kubernetes/pki/ca.crt", "open /etc/kubernetes/pki/ca.crt: no such file or directory"],
])("%s keeps a kubelet from starting", (command, reason) => {
  const fixture = createFixture();
  run(`${command}; systemctl restart kubelet`, fixture);
  fixture.run(2);
  expect(run("journalctl -u kubelet -n 5", fixture).stdout).toContain(reason);
  expect(isKubeletRunning(fixture.world, "worker-1")).toBe(false);
});

// As kubelet 1.35 does on containerd 1.6.
test.each([
  "echo 'maxPodds: 3' >> /var/lib/kubelet/config.yaml",
  "sed -i 's/^cgroupDriver: systemd/cgroupDriver: cgroupfs/' /var/lib/kubelet/config.yaml",
  "cp /etc/kubernetes/pki/ca.crt /srv/clients.crt; sed -i s,/etc/kubernetes/pki/ca.crt,/srv/clients.crt, /var/lib/kubelet/config.yaml",
])("%s does not keep a kubelet from starting", (command) => {
  const fixture = createFixture();
  run(`${command}; systemctl restart kubelet`, fixture);
  fixture.run(15);
  expect(run("systemctl is-active kubelet", fixture).stdout).toBe("active\n");
});

test("the usual looks at a machine are answered from the cluster's state", () => {
  const fixture = createFixture();
  fixture.create(deployment("web", {}, { nodeName: "worker-1" }));
  fixture.run(20);
  const look = (command: string): string => run(command, fixture).stdout;
  expect(look("crictl ps")).toMatch(/^CONTAINER +IMAGE[\s\S]*Running[\s\S]*web-/);
  expect(look("crictl pods -q; crictl images")).toContain("registry.k8s.io/pause");
  expect(look("ps aux | grep /usr/bin/kubelet | grep -v grep | wc -l")).toBe("1\n");
  expect(look("df -h / | tail -1")).toMatch(/^\/dev\/vda1 .*98G .* \/\n$/);
  expect(look("free -m")).toMatch(/Mem: +16009 /);
  expect(look("uptime; dmesg | head -1; ss -tln | grep 10250; cat /etc/os-release | head -1; ls /var/log/pods | grep -c web")).toMatch(
    / up [\s\S]*Linux version[\s\S]*\*:10250[\s\S]*Debian GNU\/Linux 12[\s\S]*\n[1-9]\n$/,
  );
  expect(look("crictl inspect $(crictl ps --name c -q | head -1) | jq -r .status.state || true")).toMatch(/^(CONTAINER_RUNNING\n)?/);
});

test("looking changes nothing, and files that are written stay", () => {
  const fixture = createFixture();
  const revision = fixture.world.revision();
  run("ps aux; df; journalctl -n 5; ls -la /etc; cat /etc/hosts; crictl ps -a", fixture);
  expect(fixture.world.revision()).toBe(revision);
  run("mkdir -p /srv/notes; echo hello > /srv/notes/a", fixture);
  expect(run("cat /srv/notes/a", fixture).stdout).toBe("hello\n");
});

test("a long command line stops on its way, so that others can have a turn", () => {
  const steps = nodeSteps(createFixture().world, {
    node: "worker-1",
    command: "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i",
  });
  let stops = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) stops += 1;
  expect(stops).toBeGreaterThan(5);
});
