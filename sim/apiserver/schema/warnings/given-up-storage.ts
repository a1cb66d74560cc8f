/** Warns of sorts of storage that were given up: those of a pod's volume, or of a volume of the cluster. */
export const givenUpStorage = (source: object, path: string, order: readonly GivenUp[]): readonly string[] =>
  order.flatMap((name) => {
    if ((source as Readonly<Record<string, unknown>>)[name] === undefined) return [];
    const { text, shown = name }: Entry = GIVEN_UP[name];
    return [`${path}.${shown}: ${text}`];
  });

interface Entry {
  readonly text: string;
  /** Name in the warning, where it differs from the field's. */
  readonly shown?: string;
}

const GIVEN_UP = {
  cephfs: { text: "deprecated in v1.28, non-functional in v1.31+" },
  flocker: { text: "deprecated in v1.22, non-functional in v1.25+" },
  gitRepo: { text: "deprecated in v1.11, and disabled by default in v1.33+" },
  glusterfs: { text: "deprecated in v1.25, non-functional in v1.26+" },
  photonPersistentDisk: { text: "deprecated in v1.11, non-functional in v1.16+" },
  quobyte: { text: "deprecated in v1.22, non-functional in v1.25+" },
  rbd: { text: "deprecated in v1.28, non-functional in v1.31+" },
  scaleIO: { text: "deprecated in v1.16, non-functional in v1.22+" },
  storageos: { text: "deprecated in v1.22, non-functional in v1.25+", shown: "storageOS" },
} as const satisfies Readonly<Record<string, Entry>>;

type GivenUp = keyof typeof GIVEN_UP;

/** Removed and deprecated volume types of pods, in the server's order. */
export const OF_PODS: readonly GivenUp[] = [
  ...(["photonPersistentDisk", "gitRepo", "scaleIO", "flocker", "storageos"] as const),
  ...(["quobyte", "glusterfs", "cephfs", "rbd"] as const),
];

/** Removed and deprecated types of PersistentVolumes, in the server's order. */
export const OF_VOLUMES: readonly GivenUp[] = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"];
