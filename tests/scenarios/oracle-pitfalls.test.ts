import { beforeAll, describe, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { baselineObject } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

/** A way of acting that oracles of other benchmarks judge wrongly. */
interface Pitfall {
  readonly name: string;
  readonly task: string;
  readonly acts: readonly string[];
}

const APP = "kubedrill://hotel-reservation";

/** Placeholder for the command that restores the chart's configuration. */
const RIGHT_CONFIG = "(put rate-config back)";

const putConfigBack = async (): Promise<string> => {
  const { baseline } = await open.backend.lease({ app: "hotel-reservation", scope: "namespace", rights: "cluster", seed: "21" });
  const data = baselineObject<ConfigMap>(baseline, "configmaps", "rate-config")?.data;
  return `patch configmap rate-config --type=merge -p '${JSON.stringify({ data })}'`;
};

const play = async ({ task, acts }: Pitfall) => {
  const commands = await Promise.all(acts.map(async (act) => (act === RIGHT_CONFIG ? await putConfigBack() : act)));
  const calls: ToolCall[] = [
    ...commands.map((act) => (act.startsWith("wait ") ? { name: "wait", arguments: { seconds: Number(act.slice(5)) } } : kubectl(act))),
    { name: "submit_mitigation", arguments: {} },
  ];
  const played = await playEpisode(
    open.host,
    { episodeId: "pitfall", taskUri: `${APP}/${task}`, seed: "21", profile: "mitigation-only", limits: {}, views: [] },
    calls,
  );
  for (const [i, { outcome }] of played.steps.entries())
    expect(outcome.results[0]?.status, `${JSON.stringify(calls[i])}: ${outcome.results[0]?.content}`).toBe("OK");
  return { success: played.ending.success, why: played.components.find(({ name }) => name === "mitigation")?.detail };
};

const claim = (name: string) =>
  `apply -f - <<EOF\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: ${name}\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\nEOF`;

const imitation = [
  "create deployment stand-in --image=busybox:1.36 -- sh -c 'mkdir -p /w && echo FeatureCollection > /w/index.html && httpd -f -p 5000 -h /w'",
  `patch service frontend --type=merge -p '{"spec":{"selector":{"app":"stand-in","io.kompose.service":null}}}'`,
];

describe("not repaired, although it may look so", () => {
  test.each([
    {
      name: "a setting put back while the running pod still reads the old file",
      task: "configmap-key-drift?target=configmap/rate-config&setting=RateMemcAddress&value=store.internal:11211",
      acts: [RIGHT_CONFIG],
    },
    {
      name: "pods restarted so that each sample sees them ready",
      task: "liveness-probe-wrong-endpoint?target=deployment/geo",
      acts: ["delete pod -l io.kompose.service=geo", "wait 5"],
    },
    {
      name: "the namespace deleted, so that no pod is unhealthy",
      task: "scale-to-zero?target=deployment/search",
      acts: ["delete namespace hotel-reservation --wait=false", "wait 90"],
    },
    {
      name: "an imitation behind the Service that answers with the right words",
      task: "service-selector-mismatch?target=service/frontend",
      acts: imitation,
    },
    {
      name: "the selector satisfied by a label on a bare pod",
      task: "service-selector-mismatch?target=service/mongodb-rate&key=tier&value=web",
      acts: ["label pod -l io.kompose.service=mongodb-rate tier=web"],
    },
    {
      name: "a store created anew and empty",
      task: "scale-to-zero?target=deployment/mongodb-profile",
      acts: ["delete pvc profile-pvc", claim("profile-pvc"), "scale deployment mongodb-profile --replicas=1"],
    },
    {
      name: "authentication turned off instead of the role granted",
      task: "mongo-role-revoked?target=deployment/mongodb-geo",
      acts: [`patch deployment mongodb-geo --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/args"}]'`],
    },
    {
      name: "the other program's port served instead of the program",
      task: "command-wrong-binary?target=deployment/profile&command=geo",
      acts: ["rollout restart deployment profile", "wait 60"],
    },
    {
      name: "unready pods published to callers",
      task: "readiness-probe-wrong-endpoint?target=deployment/frontend",
      acts: [`patch service frontend -p '{"spec":{"publishNotReadyAddresses":true}}'`],
    },
    {
      name: "one of two faults repaired",
      task: "scale-to-zero+service-missing?target=deployment/search&target=service/mongodb-rate",
      acts: ["scale deployment search --replicas=1"],
    },
  ] satisfies readonly Pitfall[])("$name", async (pitfall) => {
    const { success, why } = await play(pitfall);
    expect(success, why).toBe(false);
  });
});

describe("repaired, although another way than the usual", () => {
  test.each([
    { name: "more replicas than before", task: "scale-to-zero?target=deployment/search", acts: ["scale deployment search --replicas=2"] },
    {
      name: "a Service made again with another address",
      task: "service-missing?target=service/frontend",
      acts: ["expose deployment frontend --port=5000 --target-port=5000"],
    },
    {
      name: "the template rolled back, in a new revision",
      task: "image-reference-nonexistent?target=deployment/profile",
      acts: ["rollout undo deployment profile"],
    },
    {
      name: "a crash loop whose timer still runs when the agent stops",
      task: "memory-limit-too-small?target=deployment/geo",
      acts: ["wait 600", "set resources deployment geo --limits=memory=256Mi --requests=memory=64Mi"],
    },
    {
      name: "a target port named where it was a number, and an extra annotation",
      task: "service-target-port-mismatch?target=service/memcached-profile",
      acts: [
        `patch service memcached-profile --type=json -p '[{"op":"replace","path":"/spec/ports/0/targetPort","value":11211}]'`,
        "annotate service memcached-profile reviewed=yes",
      ],
    },
    {
      name: "a policy that lets the real peers in",
      task: "network-policy-deny?target=deployment/recommendation&name=lockdown-x",
      acts: ["delete networkpolicy lockdown-x"],
    },
  ] satisfies readonly Pitfall[])("$name", async (pitfall) => {
    const { success, why } = await play(pitfall);
    expect(success, why).toBe(true);
  });
});
