/** The three splits. */
export type Split = "train" | "eval" | "holdout";

/**
 * Splits of the fault families that were released, append-only: a row that was released is never changed or removed, so
 * that no family moves from held-out data into training.
 *
 * A family without a row is dealt by hash of its name, which no other family affects; `splitOfFamily` says what it gets.
 */
export const FAMILY_SPLITS: Readonly<Record<string, Split>> = {
  command: "holdout",
  configmap: "train",
  image: "train",
  kubelet: "train",
  memory: "train",
  "name-resolution": "train",
  "node-selector": "train",
  policy: "train",
  probe: "train",
  replicas: "train",
  selector: "train",
  "service-missing": "eval",
  "service-port": "holdout",
  "store-auth": "train",
  taint: "train",
};
