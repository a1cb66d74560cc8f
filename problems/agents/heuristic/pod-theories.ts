import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { componentOfPod } from "../../investigation/read-clues.ts";
import { describedName, type Finding, matchesIn, oncePerResource, type Seen, type Theory } from "./theory.ts";

/** Mechanisms that the pods of a component tell of themselves. */
export const POD_THEORIES: readonly Theory[] = [
  {
    type: "image-reference",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe pod/, /Failed to pull image "([^"]+)"/g).map((seen) =>
          onWorkload(seen, `its image ${seen.match[1]} cannot be pulled`, (target) => [kubectl(`rollout undo ${target}`)]),
        ),
      ),
  },
  {
    type: "node-selector-mismatch",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe pod/, /^Node-Selectors: +([\w./-]+)=(\S+)[\s\S]*didn't match Pod's node affinity\/selector/gm).map(
          (seen) =>
            onWorkload(seen, `it selects nodes with ${seen.match[1]}=${seen.match[2]}, and there is none`, (target) => [
              removing(target, `/spec/template/spec/nodeSelector/${seen.match[1]?.replaceAll("/", "~1")}`),
            ]),
        ),
      ),
  },
  {
    type: "memory-limit",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe pod/, /OOMKilled|OOM-killed/g).map((seen) =>
          onWorkload(seen, "its containers are killed for memory", (target) => [kubectl(`set resources ${target} --limits=memory=512Mi`)]),
        ),
      ),
  },
  {
    type: "wrong-command",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe pod/, /exec: "([^"]+)": (?:executable file not found|stat \S+: no such file)/g).map((seen) =>
          onWorkload(seen, `its command ${seen.match[1]} is not in its image`, (target) => [kubectl(`rollout undo ${target}`)]),
        ),
      ),
  },
  probeTheory("liveness-probe", "Liveness", "livenessProbe"),
  probeTheory("readiness-probe", "Readiness", "readinessProbe"),
  {
    type: "configmap-missing",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^(describe|get events|logs)/, /configmap "([^"]+)" not found/g).map(({ match }) => ({
          resource: `configmap/${match[1]}`,
          says: `configmap ${match[1]} is not there`,
          repair: [],
        })),
      ),
  },
];

/** A probe that fails on a port which the container does not open is wrong itself; on another one the container may be. */
function probeTheory(type: string, kind: string, field: string): Theory {
  return {
    type,
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe pod/, new RegExp(`${kind}: +http-get http://:(\\d+)(\\S*) [\\s\\S]*${kind} probe failed`, "g"))
          .filter(
            ({ content, match }) => !new RegExp(`^ +Ports?: .*\\b${match[1]}/TCP`, "m").test(content) || /statuscode: 404/.test(content),
          )
          .map((seen) =>
            onWorkload(seen, `its ${kind.toLowerCase()} probe asks :${seen.match[1]}${seen.match[2]}, where nothing answers`, (target) => [
              removing(target, `/spec/template/spec/containers/0/${field}`),
            ]),
          ),
      ),
  };
}

/** Finding about the workload of a pod that was described. A StatefulSet waits for a broken pod, which has to go after the repair. */
const onWorkload = ({ command, content }: Seen, says: string, repair: (target: string) => readonly ToolCall[]): Finding => {
  const pod = describedName(command);
  const isStateful = /^Controlled By: +StatefulSet\//m.test(content);
  const target = `${isStateful ? "statefulset" : "deployment"}/${componentOfPod(pod)}`;
  const calls = repair(target);
  return { resource: target, says: `${target}: ${says}`, repair: isStateful ? [...calls, kubectl(`delete pod ${pod}`)] : calls };
};

const removing = (target: string, path: string): ToolCall => kubectl(`patch ${target} --type=json -p '[{"op":"remove","path":"${path}"}]'`);
