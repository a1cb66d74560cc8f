import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { digestObjects, type Objects } from "#pool/baseline/compare-baseline.ts";
import { readObjects } from "#pool/baseline/record-baseline.ts";

/** Digest of what is declared in a world, to compare two ways of acting. */
export const specDigest = async (view: ClusterView, baseline: Baseline): Promise<string> =>
  digestObjects(withoutMarks(await readObjects(view, baseline)));

/** Objects without labels and annotations of their own, which others leave behind and a rollback to an old revision takes away. */
const withoutMarks = (objects: Objects): Objects =>
  Object.fromEntries(
    Object.entries(objects).map(([resource, list]) => [
      resource,
      list.map((object) => ({ ...object, metadata: { ...object.metadata, labels: {}, annotations: {} } })),
    ]),
  );
