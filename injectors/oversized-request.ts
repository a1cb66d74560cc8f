import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { containerOf, defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import { type BasicResource, effectiveRequest, effectiveRequestOfPod, withRequest } from "#kube/objects/effective-requests.ts";
import { compareQuantities, milliValue, unitValue } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "./evidence.ts";
import type { FaultWords } from "./fault-words.ts";
import { defineInjector, type Injector } from "./injector.ts";
import { lookAtRevisions } from "./look-at-revisions.ts";
import { acceptsOfRequest, type OversizedParams, rejectsOfRequest, resourcesBefore, twinsOfRequest } from "./oversized-request-attempts.ts";
import { isLatentTemplate, sampleTemplate, templateParams, templateTargets, unschedulableSymptoms } from "./unschedulable-template.ts";

/** Creates the fault of a container that requests more of a resource than any node has. */
export const oversizedRequest = (
  resource: BasicResource,
  { id, title, words }: { readonly id: string; readonly title: string; readonly words: FaultWords },
): Injector<OversizedParams> =>
  defineInjector<OversizedParams>({
    id,
    version: 1,
    title,
    catalogueType: "resource-request",
    toldApart: true,
    layer: "scheduling",
    scope: "namespace",
    family: "resource-request",
    correlates: true,
    needs: [],
    words,
    twins: (rng, baseline) => twinsOfRequest(rng, baseline, resource, (own) => drawQuantity(own, resource, largestOf(baseline, resource))),
    params: z.object({ ...templateParams, container: z.string().min(1), quantity: z.string().regex(/^\d+(?:Gi)?$/) }),
    targets: async (view, place) => {
      const largest = largestAmong(await listObjects<Node>(view, { resource: "nodes" }), resource);
      return await templateTargets(view, place, ({ spec }) => ({
        containers: spec.template.spec.containers.map(({ name }) => name),
        largest,
      }));
    },
    sample: (rng, target) => ({
      ...sampleTemplate(rng, target),
      container: rng.stream("container").pick(target.facts["containers"] as readonly string[]),
      quantity: drawQuantity(rng.stream("quantity"), resource, Number(target.facts["largest"])),
    }),
    isLatent: isLatentTemplate,
    inject: async (cluster, { target, container, quantity, rollout }, { namespace }) => {
      const workload = await readWorkload(cluster, namespace, target);
      const before = workload === undefined ? undefined : containerOf(workload, container);
      const resources = withRequest(before?.resources ?? {}, resource, quantity);
      const patch = { spec: { template: { spec: { containers: [{ name: container, resources }] } } } };
      await rollOut(cluster, { namespace, target, way: rollout }, patch);
    },
    truth: ({ target }) => [{ resource: target, faultType: id, catalogueType: "resource-request" }],
    oracle: ({ target }, baseline) => ({
      checks: [defectGone("request-fits", (view) => judgeRequest(view, { baseline, target, resource })), workloadRuns(baseline, target)],
      trials: [],
    }),
    solve: ({ target, container }, baseline) => {
      const { resources, at } = resourcesBefore(baseline, { target, container });
      const putBack = [{ op: "replace", path: `/spec/template/spec/containers/${at}/resources`, value: resources }];
      return [
        [kubectl(`rollout undo ${target}`)],
        [lookAtRevisions(target, `.containers[${at}].resources`), kubectl(`patch ${target} --type=json -p '${JSON.stringify(putBack)}'`)],
      ];
    },
    accepts: (params, baseline) => acceptsOfRequest(params, baseline, resource),
    rejects: (params, baseline) => rejectsOfRequest(params, baseline, resource),
    evidence: ({ target, quantity }, place) => [
      {
        look: describePods(place, target),
        shows: [
          describedAs(target),
          `^ +Requests:\\n(?: +[\\w.-]+: .*\\n)*? +${resource}: +${literal(quantity)}$`,
          `Insufficient ${resource}`,
        ],
        says: `pods of ${target} request ${quantity} ${resource}, which no node has`,
      },
    ],
    symptoms: unschedulableSymptoms,
  });

/** Draws an amount that somebody could have meant for a machine of another size: 1.2 to 4 times what the largest node has. */
const drawQuantity = (rng: Rng, resource: BasicResource, largest: number): string => {
  const sizes = SIZES.filter((size) => size >= 1.2 * largest && size <= 4 * largest);
  return `${sizes.length === 0 ? Math.ceil(1.5 * largest) : rng.pick(sizes)}${resource === "memory" ? "Gi" : ""}`;
};

const SIZES: readonly number[] = [
  2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 30, 32, 36, 40, 48, 56, 60, 64, 72, 80, 96, 100, 112, 120, 128, 144, 160, 192, 200, 224,
  256, 320, 384, 448, 512, 640, 768, 800, 900,
];

const largestOf = ({ objects }: Baseline, resource: BasicResource): number =>
  largestAmong((objects["nodes"] ?? []) as readonly Node[], resource);

/** Amount that the largest node can give, in GiB or CPUs. */
const largestAmong = (nodes: readonly Node[], resource: BasicResource): number =>
  Math.max(
    1,
    ...nodes.map(({ status }) => {
      const quantity = status?.allocatable?.[resource];
      return resource === "memory" ? unitValue(quantity) / 2 ** 30 : milliValue(quantity) / 1000;
    }),
  );

interface Judged {
  readonly baseline: Baseline;
  readonly target: string;
  readonly resource: BasicResource;
}

/**
 * Holds if a worker can give what a pod requests, no container requests less than before, and a limit that was there limits something.
 *
 * What a node says of itself counts as it was in the baseline: to write a larger number there makes no node larger.
 */
const judgeRequest = async (view: ClusterView, judged: Judged): Promise<Finding> => {
  const { baseline, target, resource } = judged;
  const workload = await readWorkload(view, baseline.namespace, target);
  if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const sizes = (await listWorkers(view)).flatMap((node) => {
    const { status } = baselineObject<Node>(baseline, "nodes", node.metadata.name) ?? node;
    return status?.allocatable?.[resource] ?? [];
  });
  const isGiven = (quantity: string): boolean => sizes.some((size) => compareQuantities(quantity, size) <= 0);
  const requested = effectiveRequestOfPod(workload.spec.template.spec, resource);
  const evidence = `a pod of ${target} requests ${requested} ${resource}`;
  if (!isGiven(requested)) return needingWrite({ held: false, evidence: `${evidence}, more than any worker has` });
  const wrong = lossOf(workload, judged, isGiven);
  return wrong === undefined ? { held: true, evidence } : needingWrite({ held: false, evidence: `${evidence}, but ${wrong}` });
};

const lossOf = (now: Workload, { baseline, target, resource }: Judged, isGiven: (quantity: string) => boolean): string | undefined => {
  for (const container of now.spec.template.spec.containers) {
    const { name } = container;
    const before = resourcesBefore(baseline, { target, container: name }).resources;
    const [was, is] = [effectiveRequest({ resources: before }, resource), effectiveRequest(container, resource)];
    if (was !== undefined && compareQuantities(is ?? "0", was) < 0) return `${name} requests less than ${was}`;
    const limit = container.resources?.limits?.[resource];
    if (before.limits?.[resource] !== undefined && limit !== undefined && !isGiven(limit)) return `the limit of ${name} is none: ${limit}`;
  }
  return undefined;
};
