import { expect, test } from "vitest";
import { createFixture, deployment } from "../bootstrap/cluster-fixture.cases.ts";
import { execInContainer } from "../kubelet/exec/exec-in-container.ts";

const bed = createFixture();
const one = {
  name: "one",
  image: "registry.local/busybox:1.35",
  command: ["sh", "-c", "echo inside > /tmp/own; exec sleep 3601"],
  env: [{ name: "MARK", value: "one" }],
};
const two = { name: "two", image: "registry.local/busybox:1.35", command: ["sleep", "3602"] };
bed.create(
  deployment("pair", {}, { shareProcessNamespace: true, containers: [one, two] } as never),
  deployment("apart", {}, { containers: [one, two] } as never),
  deployment("idle", {}, {
    shareProcessNamespace: true,
    containers: [{ name: "a", image: "registry.k8s.io/pause:3.10" }, { name: "b", image: "registry.k8s.io/pause:3.10" }, two],
  } as never),
  deployment("reader", { volumeMounts: [{ name: "cfg", mountPath: "/cfg" }] }, { volumes: [{ name: "cfg", configMap: { name: "cfg" } }] }),
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cfg", namespace: "shop" }, data: { level: "debug" } } as never,
);
bed.run(20);

const sh = (app: string, container: string | undefined, script: string) =>
  execInContainer(bed.world, {
    namespace: "shop",
    pod: bed.pods(app)[0]?.metadata.name as string,
    command: ["sh", "-c", script],
    ...(container !== undefined && { container }),
  });

test("containers that share their processes see each other below the sandbox's", () => {
  expect(sh("pair", "two", "cat /proc/1/comm").stdout).toBe("pause\n");
  expect(sh("pair", "two", "ps | grep -c '[s]leep 360'").stdout).toBe("2\n");
  expect(sh("apart", "two", "ps | grep -c '[s]leep 360'").stdout).toBe("1\n");
});

test("containers whose programs are no shell's see each other too", () => {
  expect(sh("idle", "two", "cat /proc/[0-9]*/comm | grep -c pause")).toMatchObject({ stdout: "3\n" });
});

test("the files and variables of another container are below its process", () => {
  const pid = "p=$(pidof sleep | tr ' ' '\\n' | sort -n | head -n 1)";
  expect(
    sh("pair", "two", `${pid}; cat /proc/$p/root/tmp/own; ls /proc/$p/root/tmp; tr '\\0' '\\n' < /proc/$p/environ | grep MARK`),
  ).toMatchObject({
    stdout: "inside\nown\nMARK=one\n",
    exitCode: 0,
  });
  expect(sh("pair", "two", "ls /tmp; readlink /proc/self/exe").stdout).toBe("/bin/busybox\n");
});

test("a signal to another container's process ends that container alone", () => {
  const restarts = () => bed.pods("pair")[0]?.status?.containerStatuses?.map(({ restartCount }) => restartCount);
  expect(sh("pair", "one", "kill $(ps | awk '/sleep 3602/ && !/awk/ {print $1}')").exitCode).toBe(0);
  bed.run(5);
  expect(restarts()).toEqual([0, 1]);
});

test("files of a ConfigMap are links to a folder that is named for its time", () => {
  expect(sh("reader", undefined, "readlink /cfg/level; readlink /cfg/..data | cut -c1-4; cat /cfg/..data/level; ls /cfg").stdout).toBe(
    "..data/level\n..20\ndebuglevel\n",
  );
});
