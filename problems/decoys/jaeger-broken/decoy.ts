import type { Deployment } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A forwarder of spans beside the app, whose agent is out of reach: it logs that again and again, and nobody misses its spans. */
export default defineDecoy({
  id: "jaeger-broken",
  place: async (cluster, { app, namespace }, rng) => {
    const name = `${rng.pick(app.components).name}-${rng.pick(["spans", "trace-relay", "otel-agent"])}`;
    const labels = { app: name };
    const agent = `${rng.pick(["jaeger-agent", "otel-collector", "zipkin"])}.${rng.pick(["tracing", "observability", "monitoring"])}`;
    const port = rng.pick([4317, 6831, 9411]);
    const words = `WARN cannot reach ${agent}:${port}, ${rng.int(8, 96)} spans dropped`;
    const script = `while true; do nc -z -w 2 ${agent} ${port} 2>/dev/null || echo "$(date -u +%FT%TZ) ${words}"; sleep ${rng.int(20, 60)}; done`;
    const resources = { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "64Mi" } };
    const container = { name: "relay", image: "busybox:1.36", command: ["sh", "-c", script], resources };
    await createObject(cluster, {
      resource: "deployments.apps",
      object: {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name, namespace, labels },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 1, containers: [container] } },
        },
      } as Deployment,
    });
  },
});
