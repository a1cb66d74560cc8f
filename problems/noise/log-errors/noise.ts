import type { Rng } from "#core/rng.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Lets an uninvolved component log errors of which nobody notices anything: callers that went away, scanners, spans that were dropped. */
export default defineNoise({
  id: "log-errors",
  meanGapMs: 250_000,
  strike: async (cluster, { app, namespace }, options) => {
    const component = pickComponent(app, options, ({ role }) => role === "service" || role === "frontend");
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const pod = workload && (await podsOf(cluster, workload)).find(isPodReady);
    const container = pod?.spec.containers[0];
    if (pod === undefined || container === undefined) return;
    const lines = drawLines(options.rng.stream("lines"), toTimestamp(cluster.clock.nowMs()));
    // The first process's output is the container's log. An image without a shell says nothing.
    const command = ["sh", "-c", 'printf "%s\\n" "$@" > /proc/1/fd/1', "sh", ...lines];
    await cluster.exec({ namespace, pod: pod.metadata.name, container: container.name, command });
  },
});

const drawLines = (rng: Rng, at: string): readonly string[] => {
  const lineOf = rng.pick(LINES);
  return Array.from({ length: rng.int(2, 7) }, (_, index) => `${at} ERROR ${lineOf(rng.stream(`line ${index}`))}`);
};

const LINES: readonly ((rng: Rng) => string)[] = [
  (rng) => `write tcp 10.244.${rng.int(0, 3)}.${rng.int(2, 250)}:${rng.int(32_768, 60_999)}: context canceled by the client`,
  (rng) =>
    `404 Not Found: GET ${rng.pick(["/wp-login.php", "/.env", "/phpmyadmin/", "/.git/config", "/actuator/env"])} from 203.0.113.${rng.int(2, 250)}`,
  (rng) => `exporter: ${rng.int(16, 512)} spans were dropped, the queue was full`,
];
