import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import type { Member, TidbCluster } from "#kube/types/tidb-cluster.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { changeMember, changeSpec, type SpecParams, sampleMember, setOf, specParams, specTargets } from "../operator-spec.ts";
import { drawMissingClass, storageClassNames } from "../storage-classes.ts";
import { accepts, rejects, solve } from "./attempts.ts";
import { CLAIMS, claimOf } from "./claims.ts";
import { storedAsAsked } from "./stored-as-asked.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export interface Params extends SpecParams {
  /** Name of the class that there is not. */
  readonly storageClass: string;
  /** Number of pods that are asked for, more than there were: those that are new get no volume. */
  readonly replicas: number;
  /** Claims of these new pods, `persistentvolumeclaim/<name>`. */
  readonly claims: readonly string[];
}

/** Components that keep something in a volume. */
const STORING: readonly Member[] = ["pd", "tikv"];

export default defineInjector<Params>({
  id: "op-storage-class-missing",
  version: 1,
  title: "A custom resource names a storage class that does not exist",
  catalogueType: "storage-class",
  layer: "operator",
  scope: "namespace",
  family: "operator-storage",
  needs: [],
  words,
  twins,
  params: z.object({
    ...specParams,
    member: z.enum(["pd", "tikv"]),
    storageClass: z.string().min(1),
    replicas: z.coerce.number().int().min(2),
    claims: z.array(objectRef("persistentvolumeclaim")).min(1),
  }),
  targets: async (view, place) => {
    const classes = await storageClassNames(view);
    return await specTargets(view, place, { visible: false, factsOf: (cluster) => ({ ...storingOf(cluster), classes }) });
  },
  sample: (rng, target) => {
    const params = sampleMember(rng, target);
    const storageClass = drawMissingClass(rng.stream("class"), target.facts["classes"] as readonly string[]);
    const before = Number(target.facts[params.member]);
    // Two more than one make three, of which one may be lost.
    const added = [before, before + 1];
    return { ...params, storageClass, replicas: before + added.length, claims: added.map((ordinal) => claimOf(params, ordinal)) };
  },
  // As one moves a component to other volumes: its set is made anew around the pods that are there, as nobody can change the class in one.
  inject: async (cluster, params, place) => {
    const { storageClass: storageClassName, replicas } = params;
    await changeSpec(cluster, params.target, { paused: true }, place);
    await changeMember(cluster, params, { storageClassName, replicas }, place);
    const set = { resource: "statefulsets.apps", namespace: place.namespace, name: nameOf(setOf(params)) };
    await deleteObject(cluster, set, { propagationPolicy: "Orphan" });
    await changeSpec(cluster, params.target, { paused: null }, place);
  },
  truth: ({ target }) => [{ resource: target, faultType: "op-storage-class-missing", catalogueType: "storage-class" }],
  oracle: storedAsAsked,
  solve,
  accepts,
  rejects,
  evidence: (params) => {
    const claim = lastOf(params);
    return [
      {
        look: kubectl(`describe ${claim}`),
        shows: [describedAs(claim), "^Status: +Pending$", literal(refusalOf(params))],
        says: `the claim ${nameOf(claim)} of ${setOf(params)} gets no volume`,
      },
      {
        look: kubectl(`get ${params.target} -o yaml`),
        shows: [`^  name: ${literal(nameOf(params.target))}$`, `^    storageClassName: ${literal(params.storageClass)}$`],
        says: `${params.target} asks for volumes of the class ${params.storageClass}, which is not there`,
      },
    ];
  },
  symptoms: (params, { namespace }) => [
    {
      name: "claim-pending",
      isSeen: async (view) => {
        const name = nameOf(lastOf(params));
        const claim = await getObject<PersistentVolumeClaim>(view, { resource: CLAIMS, namespace, name });
        const events = await listObjects<Event>(view, { resource: "events", namespace });
        const isRefused = events.some(
          (event) => event.involvedObject?.name === name && event.message?.includes(refusalOf(params)) === true,
        );
        return claim?.status?.phase === "Pending" && isRefused;
      },
    },
  ],
});

/** Numbers of pods of the components that keep something, and their names in place of all. */
const storingOf = ({ spec }: TidbCluster): Readonly<Record<string, number | readonly string[]>> => {
  const members = STORING.filter((member) => spec[member] !== undefined);
  return { members, ...Object.fromEntries(members.map((member) => [member, spec[member]?.replicas ?? 1])) };
};

/** Claim of the last new pod. */
const lastOf = ({ claims }: Params): string => claims.at(-1) as string;

const refusalOf = ({ storageClass }: Params): string => `storageclass.storage.k8s.io "${storageClass}" not found`;
