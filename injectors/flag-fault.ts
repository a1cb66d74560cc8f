import type { ClusterView } from "#kube/ports/cluster-port.ts";
import {
  acceptFlag,
  type FlagParams,
  flagEvidence,
  flagOracle,
  flagParams,
  listFlagMaps,
  rejectFlag,
  solveFlag,
  turnFlag,
} from "./feature-flag.ts";
import { flagDocuments } from "./flag-documents.ts";
import { defineInjector, type Injector, type Place, type Symptom } from "./injector.ts";

/** Parts of a fault that are particular to one feature flag. */
export interface FlagFault extends Pick<Injector<FlagParams>, "id" | "version" | "title" | "words" | "isLatent"> {
  readonly flag: string;
  /** Variants of which one becomes the default. */
  readonly variants: readonly [string, ...string[]];
  /** False where no request of users fails by it. Missing: true. */
  readonly visible?: boolean;
  /** True where requests of users fail by it in this place; missing: as `visible` says. */
  isVisible?(view: ClusterView, place: Place): Promise<boolean>;
  symptoms(namespace: string): readonly Symptom[];
}

/** Creates the fault that a feature flag is on: all of them are one mistake in one document. */
export const defineFlagFault = ({ flag, variants, symptoms, visible = true, isVisible, ...fault }: FlagFault): Injector<FlagParams> =>
  defineInjector<FlagParams>({
    ...fault,
    catalogueType: "feature-flag",
    toldApart: true,
    layer: "app",
    scope: "namespace",
    family: "feature-flag",
    needs: ["telemetry"],
    needsTraffic: true,
    twins: flagDocuments,
    params: flagParams,
    targets: async (view, place) => {
      const { targets, excluded } = await listFlagMaps(view, place, flag);
      const fails = (await isVisible?.(view, place)) ?? visible;
      return { targets: targets.map((target) => ({ ...target, visible: fails })), excluded };
    },
    sample: (rng, { resource, facts }) => ({
      target: resource,
      file: `${facts["file"]}`,
      server: `${facts["server"]}`,
      flag,
      variant: rng.pick(variants),
    }),
    inject: async (cluster, params, { namespace }) => await turnFlag(cluster, namespace, params),
    truth: ({ target, server }) => [{ resource: target, faultType: fault.id, catalogueType: "feature-flag", alsoNamed: [server] }],
    oracle: flagOracle,
    solve: solveFlag,
    accepts: acceptFlag,
    rejects: rejectFlag,
    evidence: flagEvidence,
    symptoms: (_params, { namespace }) => symptoms(namespace),
  });
