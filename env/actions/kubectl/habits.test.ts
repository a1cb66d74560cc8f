import { beforeAll, expect, test } from "vitest";
import type { ActionResult } from "../../host/episode-protocol.ts";
import { actionOf } from "../../host/play-episode.ts";
import { type OpenHost, openHost } from "../../open/open-host.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  await open.host.reset({
    episodeId: "habits",
    taskUri: "kubedrill://hotel-reservation/mongo-role-revoked?target=deployment/mongodb-rate",
    seed: "5",
    limits: { maxSteps: 500, stepLatencyMs: 0 },
    views: [],
  });
});

let stepIndex = 0;

const type = async (command: string): Promise<ActionResult> => {
  const actions = [actionOf({ name: "kubectl", arguments: { command } })];
  const { results } = await open.host.step({ episodeId: "habits", stepIndex: stepIndex++, actions });
  return results[0] as ActionResult;
};

const inMongo = (script: string) =>
  type(`kubectl exec deploy/mongodb-rate -- mongo admin -u root -p root --quiet --eval '${script}' && echo done`);

test.each([
  ["kubectl get deploy frontend -o yaml | sed 's/replicas: 1/replicas: 2/' | kubectl apply -f -", "deployment.apps/frontend configured\n"],
  ["kubectl get svc geo -o yaml | sed 's/x/x/' | kubectl replace -f -", "service/geo replaced\n"],
  [
    "cat <<'EOF' | kubectl apply -f -\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: notes\ndata:\n  a: b\nEOF",
    "configmap/notes created\n",
  ],
  [
    "kubectl get deploy geo -o yaml > /tmp/g.yaml; sed -i 's/cpu: 100m/cpu: 120m/' /tmp/g.yaml && kubectl apply -f /tmp/g.yaml",
    "configured",
  ],
  ["NAME=geo; kubectl get deploy $NAME -o jsonpath='{.metadata.name}' && echo", "geo\n"],
])("what an operator types works: %s", async (command, printed) => {
  expect(await type(command)).toMatchObject({ status: "OK", content: expect.stringContaining(printed) });
});

test("what needs a terminal is answered by what does without", async () => {
  expect((await type("kubectl edit deployment frontend")).content).toMatch(
    /there is no editor; use kubectl patch deployment frontend -p .* kubectl get deployment frontend -o yaml \| sed .* \| kubectl apply -f -/,
  );
  expect((await type("kubectl get deploy geo -o yaml > /tmp/g.yaml && vim /tmp/g.yaml")).content).toContain("use sed -i");
  expect((await type("ssh worker-1 uptime")).content).toContain("run_on_node");
});

test("containers have the tools of their image's system", async () => {
  const look = "head -1 /etc/passwd; id -u; df -h / | tail -1 | wc -l; ps aux | grep -c mongod; which mongo awk";
  expect((await type(`kubectl exec deploy/mongodb-rate -- bash -c '${look}'`)).content).toMatch(
    /^root:x:0:0:root:\/root:.*\n0\n1\n[1-9]\n\/usr\/bin\/mongo\n\/usr\/bin\/awk\n$/,
  );
  expect((await type("kubectl exec deploy/frontend -- head -c 3 /workspace/config.json")).content).toMatch(/^\{/);
});

test("a Mongo user's roles are replaced with updateUser, in the shell and as a command", async () => {
  expect(await inMongo('db.updateUser("admin", {roles: [{role: "read", db: "rate-db"}]})')).toMatchObject({ content: "done\n" });
  expect((await inMongo('printjson(db.getUser("admin").roles)')).content).toContain('"role" : "read"');
  const command = 'db.runCommand({updateUser: "admin", roles: [{role: "readWrite", db: "rate-db"}]})';
  expect((await inMongo(command)).content).toContain('{ "ok" : 1 }');
  expect((await inMongo('printjson(db.getUser("admin").roles)')).content).toContain('"role" : "readWrite"');
  expect((await inMongo('db.updateUser("nobody", {roles: []})')).content).toContain('Could not find user "nobody" for db "admin"');
});

test("following a log ends when its reader has its lines, and goes on to the limit when nobody has seen enough", async () => {
  const headed = await type("kubectl logs -f deploy/jaeger | head -2; kubectl get deploy jaeger -o name");
  expect(headed).toMatchObject({ status: "OK", content: expect.stringMatching(/^.*\n.*\ndeployment.apps\/jaeger\n$/) });
  expect((await type("kubectl logs -f deploy/frontend | grep -m 1 . | head -1")).status).toBe("OK");
  expect((await type("kubectl logs -f deploy/jaeger")).status).toBe("TIMEOUT");
  expect((await type("kubectl logs -f deploy/jaeger | wc -l")).status).toBe("TIMEOUT");
});

test("a field of a file of settings is changed by jq in one line", async () => {
  const change = `jq '.data["config.json"] |= (fromjson | .GeoPort = "8083" | tojson)'`;
  expect((await type(`kubectl get cm geo-config -o json | ${change} | kubectl apply -f -`)).content).toContain("geo-config configured");
});
