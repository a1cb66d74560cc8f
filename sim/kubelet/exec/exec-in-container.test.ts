import { expect, test } from "vitest";
import { createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { execInContainer } from "./exec-in-container.ts";

const bed = createFixture();
bed.create(
  deployment(
    "box",
    { env: [{ name: "GREETING", value: "hello" }], volumeMounts: [{ name: "cfg", mountPath: "/cfg" }] },
    { volumes: [{ name: "cfg", configMap: { name: "cfg" } }] },
  ),
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cfg", namespace: "shop" }, data: { "app.conf": "one\ntwo\nthree\n" } } as never,
  deployment("crash", { command: ["sh", "-c", "exit 1"] }),
);
bed.run(20);

const exec = (...command: readonly string[]) =>
  execInContainer(bed.world, { namespace: "shop", pod: bed.pods("box")[0]?.metadata.name as string, command });
const sh = (script: string) => exec("sh", "-c", script);

test("commands see files, variables and the names of the cluster", () => {
  expect(exec("cat", "/cfg/app.conf").stdout).toBe("one\ntwo\nthree\n");
  expect(sh("echo $GREETING | tr a-z A-Z").stdout).toBe("HELLO\n");
  expect(exec("env").stdout).toContain("KUBERNETES_SERVICE_HOST=10.96.0.1\n");
  expect(exec("cat", "/etc/resolv.conf").stdout).toBe(
    "search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n",
  );
  expect(exec("hostname").stdout).toBe(`${bed.pods("box")[0]?.metadata.name}\n`);
});

test("scripts join commands with ;, &&, ||, pipes and variables", () => {
  expect(sh("false && echo no || echo yes; x=3; echo $x; exit 4")).toMatchObject({ exitCode: 4, stdout: "yes\n3\n" });
  expect(sh("cat /cfg/app.conf | grep t | wc -l").stdout).toBe("2\n");
  expect(sh("for i in 1 2; do echo n$i; done; echo $(echo nested)").stdout).toBe("n1\nn2\nnested\n");
  expect(sh("head -n 1 /cfg/app.conf; tail -n 1 /cfg/app.conf; sed -n 2p /cfg/app.conf").stdout).toBe("one\nthree\ntwo\n");
  expect(sh("awk '{print $1}' /cfg/app.conf | sort | cut -c1").exitCode).toBe(0);
});

test("an assignment before exec reaches the program that the shell becomes", () => {
  expect(sh('GREETING=bye exec sh -c "echo $GREETING; printenv GREETING"').stdout).toBe("hello\nbye\n");
});

test("what is not there fails in the words of the shell, of runc and of the API server", () => {
  expect(sh("foo; ls /nope; cat /nope")).toMatchObject({
    exitCode: 1,
    stderr: "sh: foo: not found\nls: /nope: No such file or directory\ncat: can't open '/nope': No such file or directory\n",
  });
  expect(exec("nosuch").error).toMatch(
    /^Internal error occurred: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "[0-9a-f]{64}": OCI runtime exec failed: exec failed: unable to start container process: exec: "nosuch": executable file not found in \$PATH: unknown$/,
  );
  expect(execInContainer(bed.world, { namespace: "shop", pod: "none", command: ["ls"] }).error).toBe('pods "none" not found');
  const crashed = bed.pods("crash")[0]?.metadata.name as string;
  expect(execInContainer(bed.world, { namespace: "shop", pod: crashed, command: ["ls"] }).error).toBe(
    'Internal error occurred: unable to upgrade connection: container not found ("c")',
  );
  expect(execInContainer(bed.world, { namespace: "shop", pod: crashed, container: "x", command: ["ls"] }).error).toBe(
    `container x is not valid for pod ${crashed}`,
  );
});

test("network commands go through the cluster's DNS and Services", () => {
  expect(sh("nslookup kube-dns.kube-system.svc.cluster.local").stdout).toContain("Address: 10.96.0.10\n");
  expect(exec("wget", "-O-", "http://nowhere:80/")).toMatchObject({ exitCode: 1, stderr: "wget: bad address 'nowhere:80'\n" });
});

test("what never ends is cut off", () => {
  const endless = execInContainer(bed.world, {
    namespace: "shop",
    pod: bed.pods("box")[0]?.metadata.name as string,
    command: ["sh", "-c", "while true; do sleep 1; done"],
    timeoutMs: 5000,
  });
  expect(endless.exitCode).toBeUndefined();
  expect(endless.error).toBe("context deadline exceeded");
});
