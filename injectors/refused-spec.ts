import { isSameJson } from "#core/canonical-json.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart } from "#kube/checks/attempts.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { PodSpec } from "#kube/types/pod.ts";
import { MEMBERS, type Placement } from "#kube/types/tidb-cluster.ts";
import { literal } from "./evidence.ts";
import { defineInjector, type Injector } from "./injector.ts";
import {
  changeMember,
  formerSettings,
  isInOperatorLog,
  judgeCluster,
  operatorOf,
  patchMember,
  readCluster,
  type SpecParams,
  setOf,
  settingOf,
  sparingTheSpec,
  specTargets,
} from "./operator-spec.ts";

/** The parts of a fault that are particular to the setting which the API server refuses. */
export interface RefusedSpec<P extends SpecParams, F extends RefusedField>
  extends Pick<Injector<P>, "id" | "title" | "catalogueType" | "family" | "words" | "params" | "twins" | "sample"> {
  /** The setting in the custom resource, and the field of pods that the operator makes of it. */
  readonly field: F;
  readonly podField: keyof PodSpec;
  /** Value that is refused. */
  refusedOf(params: P): Placement[F];
  /** True for a value with which the API server takes a pod. */
  isValid(value: NonNullable<Placement[F]>): boolean;
  /** Words by which the API server refuses it. */
  refusalOf(params: P): string;
  /** Pattern of a line of the custom resource's YAML in which it stands. */
  lineOf(params: P): string;
  /** The value as it would be allowed, and the attempts that leave one which is not. */
  correctedOf(params: P): Placement[F];
  stillWrong(params: P): readonly Attempt[];
}

type RefusedField = "tolerations" | "podSecurityContext";

/** Creates the fault that a custom resource asks for pods which the API server refuses: the operator says so and gets no further. */
export const defineRefusedSpec = <P extends SpecParams, F extends RefusedField>(fault: RefusedSpec<P, F>): Injector<P> => {
  const { field, podField, refusedOf, isValid, refusalOf, lineOf, correctedOf, stillWrong, ...own } = fault;
  const isFollowed = async (view: ClusterView, { namespace }: Baseline, params: P): Promise<Finding> => {
    const [cluster, set] = [await readCluster(view, namespace, params.target), await readWorkload(view, namespace, setOf(params))];
    const asked = cluster === undefined ? undefined : settingOf(cluster, params.member, field);
    const held = set !== undefined && isSameJson(set.spec.template.spec[podField] ?? EMPTY[field], asked ?? EMPTY[field]);
    return { held, evidence: `${setOf(params)} ${held ? "has" : "does not have"} the ${field} that ${params.target} asks for` };
  };
  const takeAway = (params: P, baseline: Baseline): ToolCall =>
    patchMember(params, { [field]: formerSettings(baseline, params)[field] ?? null });
  return defineInjector<P>({
    ...own,
    version: 1,
    layer: "operator",
    scope: "namespace",
    needs: [],
    targets: (view, place) => specTargets(view, place, { visible: false }),
    inject: (cluster, params, place) => changeMember(cluster, params, { [field]: refusedOf(params) }, place),
    truth: ({ target }) => [{ resource: target, faultType: own.id, catalogueType: own.catalogueType }],
    oracle: (params, baseline) => ({
      checks: [
        writtenDefectGone("spec-valid", (view) =>
          judgeCluster(view, baseline, params.target, (cluster) => {
            // One that was moved to another component stops the operator as well.
            const refused = MEMBERS.find((member) => {
              const asked = settingOf(cluster, member, field);
              return asked !== undefined && !isValid(asked);
            });
            const evidence = `${field} of ${refused ?? params.member} in ${params.target} ${refused === undefined ? "can be had" : "are refused"}`;
            return { held: refused === undefined, evidence };
          }),
        ),
        defectGone("spec-followed", (view) => isFollowed(view, baseline, params)),
      ],
      trials: [],
    }),
    solve: (params, baseline) => [
      [kubectl(`get ${params.target} -o yaml`), takeAway(params, baseline)],
      ...(formerSettings(baseline, params)[field] === undefined
        ? [
            [
              kubectl(
                `patch ${params.target} --type=json -p '${JSON.stringify([{ op: "remove", path: `/spec/${params.member}/${field}` }])}'`,
              ),
            ],
          ]
        : []),
    ],
    accepts: (params, baseline) => [
      replaceByChart(baseline, params.target),
      { name: "correct the value", calls: [patchMember(params, { [field]: correctedOf(params) })] },
    ],
    rejects: (params, { app }) => {
      const template = JSON.stringify({ spec: { template: { spec: { [podField]: correctedOf(params) } } } });
      return [
        ...stillWrong(params),
        ...sparingTheSpec(params.target, app),
        { name: "change the StatefulSet instead", calls: [kubectl(`patch ${setOf(params)} -p '${template}'`)] },
        { name: "let the StatefulSet be made anew", calls: [kubectl(`delete ${setOf(params)}`)] },
      ];
    },
    evidence: (params, { app }) => [
      {
        look: kubectl(`logs -l ${app.labelKey}=${nameOf(operatorOf(app, params.target) ?? "")} --since=2m --tail=-1`),
        shows: [`sync failed StatefulSet\\.apps "${literal(nameOf(setOf(params)))}" is invalid: .*${literal(refusalOf(params))}`],
        says: `the operator cannot write ${setOf(params)} as ${params.target} asks for it`,
      },
      {
        look: kubectl(`get ${params.target} -o yaml`),
        shows: [`^  name: ${literal(nameOf(params.target))}$`, lineOf(params)],
        says: `${params.target} asks for ${field} of ${params.member} that no pod can have`,
      },
    ],
    symptoms: (params, place) => [{ name: "sync-fails", isSeen: (view) => isInOperatorLog(view, place, params.target, refusalOf(params)) }],
  });
};

/** Value of a setting in a pod to which nobody gave it. */
const EMPTY: Readonly<Record<RefusedField, unknown>> = { tolerations: [], podSecurityContext: {} };
