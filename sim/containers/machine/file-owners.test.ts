import { expect, test } from "vitest";
import { createShellBed } from "../shell-bed.cases.ts";

const APP = { securityContext: { runAsUser: 1000, runAsGroup: 1001, allowPrivilegeEscalation: false } };

test("lets nobody but root change what is root's", () => {
  const bed = createShellBed(APP);
  const refused = (script: string, stderr: string) => expect(bed.run(script)).toMatchObject({ exitCode: 1, stderr: `${stderr}\n` });
  refused("touch /x", "touch: /x: Permission denied");
  refused("mkdir /etc/x", "mkdir: can't create directory '/etc/x': Permission denied");
  refused("rm /etc/passwd", "rm: can't remove '/etc/passwd': Permission denied");
  refused("chmod 600 /etc/passwd", "chmod: /etc/passwd: Operation not permitted");
  refused("chown 1000 /etc/passwd", "chown: /etc/passwd: Operation not permitted");
  expect(createShellBed().run("touch /x && mkdir /etc/x && rm /etc/passwd")).toMatchObject({ exitCode: 0 });
});

test("gives a new file to its maker, and keeps its owner when root writes to it", () => {
  expect(createShellBed(APP).run("echo a > /tmp/f; stat -c '%u %g %U %a' /tmp/f")).toMatchObject({ stdout: "1000 1001 app 644\n" });
  const chowned = "echo a > /tmp/f; chown app:6 /tmp/f; echo b >> /tmp/f; stat -c '%u %g' /tmp/f";
  expect(createShellBed().run(chowned)).toMatchObject({ stdout: "1000 6\n" });
});

test("lets others neither read nor remove what is not theirs", () => {
  const bed = createShellBed(APP);
  expect(bed.run("echo a > /tmp/f; chmod 000 /tmp/f; cat /tmp/f")).toMatchObject({
    exitCode: 1,
    stderr: "cat: can't open '/tmp/f': Permission denied\n",
  });
  expect(createShellBed().run("echo a > /tmp/f; chmod 000 /tmp/f; cat /tmp/f")).toMatchObject({ stdout: "a\n" });
});

test("tells of a process whose it is and what it may do", () => {
  const script = "grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs):' /proc/1/status";
  expect(createShellBed(APP).run(script)).toMatchObject({
    stdout: "Uid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000000000\nCapBnd:\t00000000a80425fb\nNoNewPrivs:\t1\n",
  });
  const bounded = { securityContext: { capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } } };
  expect(createShellBed(bounded).run("grep CapEff /proc/self/status")).toMatchObject({ stdout: "CapEff:\t0000000000000400\n" });
});

test("the data folder of a store belongs to the user of its image, who may write there without a volume", () => {
  const bed = createShellBed({ image: "docker.io/library/redis:7.2", command: ["sleep", "1000000"], securityContext: { runAsUser: 999 } });
  expect(bed.run("stat -c '%u %g %a' /data; echo x > /data/f && cat /data/f; echo y > /etc/f")).toMatchObject({
    stdout: "999 999 755\nx\n",
    exitCode: 1,
  });
});
