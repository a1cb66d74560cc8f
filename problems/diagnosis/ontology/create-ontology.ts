import type { Injector } from "#injectors/injector.ts";
import type { FaultType, UnshippedType } from "./fault-type.ts";
import { UNSHIPPED_CLUSTER } from "./unshipped-cluster.ts";
import { UNSHIPPED_NETWORK } from "./unshipped-network.ts";
import { UNSHIPPED_NODES } from "./unshipped-nodes.ts";
import { UNSHIPPED_OBJECTS } from "./unshipped-objects.ts";
import { UNSHIPPED_PROGRAMS } from "./unshipped-programs.ts";
import { UNSHIPPED_STORES } from "./unshipped-stores.ts";
import { UNSHIPPED_WORKLOADS } from "./unshipped-workloads.ts";

/** All types that a diagnosis can name: the same for every task, so that they hint at none. */
export interface Ontology {
  /** Types that are published, sorted by name. */
  readonly types: readonly FaultType[];
  /** Fault id → type, of every fault of the catalogue. */
  readonly typeOf: Readonly<Record<string, string>>;
  /** Type → family of related types. */
  readonly familyOf: Readonly<Record<string, string>>;
  /** Types that none of the faults makes. */
  readonly unshipped: readonly UnshippedType[];
  /** Types whose faults are told apart. */
  readonly toldApart: readonly UnshippedType[];
}

/** The part of a fault that the ontology is made of. */
export type TypedFault = Pick<Injector, "id" | "title" | "catalogueType" | "family" | "toldApart">;

/** Creates the ontology: the types of these faults, and all others of the catalogue. */
export const createOntology = (faults: readonly TypedFault[]): Ontology => {
  const toldApart = ALL.filter(({ type }) => faults.some((fault) => fault.catalogueType === type && fault.toldApart === true));
  const isOfSeveral = (type: string): boolean => faults.filter(({ catalogueType }) => catalogueType === type).length > 1;
  const shipped = new Map([
    ...faults.map(({ catalogueType, title }) => [catalogueType, title] as const),
    // The title of one fault would not say what they all are.
    ...ALL.filter(({ type }) => isOfSeveral(type)).map(({ type, line }) => [type, line] as const),
    ...toldApart.map(({ type, line }) => [type, line] as const),
  ]);
  const unshipped = ALL.filter(({ type }) => !shipped.has(type));
  const types = [...[...shipped].map(([type, line]) => ({ type, line })), ...unshipped.map(({ type, line }) => ({ type, line }))];
  return {
    types: types.sort((a, b) => (a.type < b.type ? -1 : 1)),
    typeOf: Object.fromEntries([
      ...ALL.flatMap(({ type, ids }) => ids.map((id) => [id, type])),
      ...faults.map(({ id, catalogueType }) => [id, catalogueType]),
    ]),
    familyOf: Object.fromEntries([
      ...unshipped.map(({ type, family }) => [type, family]),
      ...faults.map(({ catalogueType, family }) => [catalogueType, family]),
    ]),
    unshipped,
    toldApart,
  };
};

const ALL: readonly UnshippedType[] = [
  ...UNSHIPPED_CLUSTER,
  ...UNSHIPPED_NETWORK,
  ...UNSHIPPED_NODES,
  ...UNSHIPPED_OBJECTS,
  ...UNSHIPPED_PROGRAMS,
  ...UNSHIPPED_STORES,
  ...UNSHIPPED_WORKLOADS,
];
