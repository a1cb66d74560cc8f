import { expect, test } from "vitest";
import { readLine } from "#env/actions/kubectl/line/read-line.ts";
import { runLine } from "#env/actions/kubectl/line/run-line.ts";
import { openSimulatedWorld } from "../tests/live/simulated-world.ts";
import { runKubectl } from "./run-kubectl.ts";
import { withWaitLimit } from "./session/capped-clock.ts";

/** A simulated cluster of its own and a shell on it. */
const open = async () => {
  const { namespace, admin } = await openSimulatedWorld();
  const cluster = withWaitLimit(admin, 30_000);
  return async (text: string) => {
    const reading = readLine(text);
    if (!reading.ok) throw new Error(reading.problem);
    return runLine(reading.line, {
      kubectl: ({ words, ...input }) => runKubectl({ cluster, namespace, timeoutMs: 30_000, ...input }, words),
      nowMs: () => cluster.clock.nowMs(),
      sleep: (ms) => cluster.clock.sleep(ms),
      stdin: undefined,
    });
  };
};

test("a watch shows every step of a change and ends with the command's time", async () => {
  const run = await open();
  await run("kubectl create deployment watched --image=registry.local/pause:3.10 --replicas=0");
  const result = await run("kubectl scale deploy watched --replicas=1 && kubectl get deploy watched -w");
  expect(result.waitedTooLong).toBe(true);
  const rows = result.printed.split("\n").filter((line) => line.startsWith("watched "));
  expect(rows.length).toBeGreaterThan(1);
  expect(result.printed).toContain("NAME      READY   UP-TO-DATE   AVAILABLE   AGE\n");
});

test("a difference has status 1, and none has status 0", async () => {
  const run = await open();
  const manifest = (value: string) => `<<EOF\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: "${value}"}\nEOF\n`;
  await run(`kubectl apply -f - ${manifest("1")}`);
  expect(await run(`kubectl diff -f - ${manifest("1")}`)).toMatchObject({ exitCode: 0, printed: "" });
  const changed = await run(`kubectl diff -f - ${manifest("2")}`);
  expect(changed).toMatchObject({ exitCode: 1, hadEffect: false });
  expect(changed.printed).toContain('-  a: "1"\n+  a: "2"\n');
});

test("commands of a script stop or go on as && and || say", async () => {
  const run = await open();
  const result = await run(
    "kubectl get cm nope -o name && kubectl create cm never || kubectl create cm made; kubectl get cm -o name | grep -c made",
  );
  expect(result.printed).toBe('Error from server (NotFound): configmaps "nope" not found\nconfigmap/made created\n1\n');
});

test("objects are printed with Go templates", async () => {
  const run = await open();
  await run("kubectl create cm c --from-literal=a=1 --from-literal=b=2");
  const result = await run(`kubectl get cm c -o go-template='{{range $k, $v := .data}}{{$k}}={{$v}} {{end}}{{.data.nope}} {{len .data}}'`);
  expect(result.printed).toBe("a=1 b=2 <no value> 2");
});

test("a node is debugged by a pod on it", async () => {
  const run = await open();
  const [node] = (await run("kubectl get nodes -o name")).printed.split("\n");
  const result = await run(`kubectl debug ${node} --image=busybox --profile=sysadmin -- true`);
  expect(result.printed).toMatch(
    /^Creating debugging pod node-debugger-\S+-[bcdfghjklmnpqrstvwxz2-9]{5} with container debugger on node \S+\.\n$/,
  );
  expect(result.exitCode).toBe(0);
});

test("help is kubectl's own", async () => {
  const run = await open();
  expect((await run("kubectl get --help")).printed).toContain("Display one or many resources.");
  expect(await run("kubectl rollout")).toMatchObject({ exitCode: 1, printed: expect.stringContaining("Available Commands:") });
});

test("a dry run on the server deletes nothing", async () => {
  const run = await open();
  await run("kubectl create cm c");
  expect((await run("kubectl delete cm c --dry-run=server")).printed).toContain('configmap "c" deleted from');
  expect((await run("kubectl get cm c -o name")).printed).toBe("configmap/c\n");
});

test("a recorded change leaves its command line on the object", async () => {
  const run = await open();
  await run("kubectl create deployment shop --image=registry.local/pause:3.10 --replicas=0");
  const set = await run("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record");
  expect(set.printed).toBe(
    "deployment.apps/shop image updated\nFlag --record has been deprecated, --record will be removed in the future\n",
  );
  const cause = await run(`kubectl get deploy shop -o go-template='{{index .metadata.annotations "kubernetes.io/change-cause"}}'`);
  expect(cause.printed).toBe("kubectl set image deploy/shop pause=registry.local/pause:3.9 --record=true");
});

test("events are watched as they come", async () => {
  const run = await open();
  await run("kubectl run web --image=registry.local/pause:3.10");
  const result = await run("kubectl events -w --for pod/web");
  expect(result.waitedTooLong).toBe(true);
  expect(result.printed).toMatch(/^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n\S+ +Normal +Scheduled +Pod\/web /);
});

test("manifests by address find no host, as there is no network", async () => {
  const run = await open();
  expect((await run("kubectl apply -f https://example.com/a.yaml")).printed).toBe(
    "Unable to connect to the server: dial tcp: lookup example.com: no such host\n",
  );
});
