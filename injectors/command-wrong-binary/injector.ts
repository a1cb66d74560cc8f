import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, containerOf, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { isSameCommand, startedWords } from "#kube/objects/container-command.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly target: string; readonly container: string; readonly command: string }>({
  id: "command-wrong-binary",
  version: 1,
  title: "A container starts another program of its image",
  catalogueType: "wrong-command",
  layer: "container",
  scope: "namespace",
  family: "command",
  // The other program registers itself and answers its own callers: it can hide that program's own fault.
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), container: z.string().min(1), command: z.string().min(1) }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const isMultiBinary = ({ component }: (typeof workloads)[number]) => component.siblingPrograms.length > 0;
    return {
      targets: workloads.filter(isMultiBinary).map(({ target, workload, component }) => ({
        resource: target,
        visible: component.userShare > 0,
        facts: {
          container: workload.spec.template.spec.containers[0]?.name ?? "",
          program: workload.spec.template.spec.containers[0]?.command?.[0] ?? component.name,
          siblings: component.siblingPrograms,
        },
      })),
      excluded: [
        ...operated,
        ...workloads
          .filter((workload) => !isMultiBinary(workload))
          .map(({ target }) => ({ resource: target, reason: "its image holds one program" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    command: rng.chance({ numerator: 1, denominator: 4 })
      ? `${facts["program"]}-${rng.pick(["server", "svc", "service"])}`
      : rng.pick(facts["siblings"] as readonly string[]),
  }),
  inject: async (cluster, { target, container, command }, { namespace }) =>
    await recreateWorkload(
      cluster,
      { namespace, target },
      {
        spec: { template: { spec: { containers: [{ name: container, command: [command] }] } } },
      },
    ),
  truth: ({ target }) => [{ resource: target, faultType: "command-wrong-binary", catalogueType: "wrong-command" }],
  oracle: ({ target, container }, baseline) => {
    const wanted = containerOf(baselineWorkload(baseline, target), container) ?? {};
    return {
      checks: [
        workloadCondition({ name: "command-restored", baseline, target }, (workload) => {
          const present = containerOf(workload, container);
          if (present === undefined) return { held: false, evidence: `${target} has no ${container}` };
          const held = isSameCommand(present, wanted);
          return {
            held,
            evidence: `${container} starts ${startedWords(present).join(" ")}${held ? "" : ` instead of ${startedWords(wanted).join(" ")}`}`,
          };
        }),
        workloadRuns(baseline, target),
      ],
      trials: [],
    };
  },
  solve: ({ target, container }, baseline) => {
    const command = containerOf(baselineWorkload(baseline, target), container)?.command ?? [];
    const json = JSON.stringify([{ op: "replace", path: "/spec/template/spec/containers/0/command", value: command }]);
    const strategic = JSON.stringify({ spec: { template: { spec: { containers: [{ name: container, command }] } } } });
    const look = lookAtRevisions(target, ".containers[*].command");
    return [
      [look, kubectl(`patch ${target} --type=json -p '${json}'`)],
      [look, kubectl(`patch ${target} -p '${strategic}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, command }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +Command:\\n +${literal(command)}$`],
      says: `${target} starts ${command}, which is another component's program`,
    },
  ],
  symptoms: ({ target, container, command }, { namespace }) => [
    {
      name: "other-program-ran",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const isChanged = (pod: (typeof pods)[number]) =>
          pod.spec.containers.find(({ name }) => name === container)?.command?.[0] === command;
        return pods.some(
          (pod) =>
            isChanged(pod) &&
            pod.status?.containerStatuses?.some(
              ({ started, restartCount, lastState, state }) =>
                started === true ||
                restartCount > 0 ||
                lastState?.terminated !== undefined ||
                state?.terminated !== undefined ||
                state?.waiting?.reason === "RunContainerError",
            ),
        );
      },
    },
  ],
});
