import type { DrillError } from "#core/drill-error.ts";
import type { WallClock } from "./wall-clock.ts";

/** Result of one item of a batch. */
export type BatchResult<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: DrillError }
  | { readonly kind: "pending" };

/** Bounds of waiting for a batch. */
export interface BatchBounds {
  /** Number of items that is enough; missing: all. */
  readonly minReady?: number;
  /** Maximum wait, ms; missing: unbounded. */
  readonly maxWaitMs?: number;
}

/** Waits until enough items are done; the others continue, and the same item sent again joins them. */
export const awaitBatch = <T>(
  items: readonly Promise<T>[],
  toError: (cause: unknown) => DrillError,
  bounds: BatchBounds,
  clock: WallClock,
): Promise<readonly BatchResult<T>[]> =>
  new Promise((resolve) => {
    const results: BatchResult<T>[] = items.map(() => PENDING);
    const enough = Math.min(bounds.minReady ?? items.length, items.length);
    let ready = 0;
    let cancel = (): void => undefined;
    const finish = (): void => {
      cancel();
      resolve([...results]);
    };
    const settle = (index: number, result: BatchResult<T>): void => {
      results[index] = result;
      ready += 1;
      if (ready === enough) finish();
    };
    items.forEach((item, index) => {
      item.then(
        (value) => settle(index, { kind: "done", value }),
        (cause) => settle(index, { kind: "failed", error: toError(cause) }),
      );
    });
    if (enough === 0) finish();
    else if (bounds.maxWaitMs !== undefined) cancel = clock.after(bounds.maxWaitMs, finish);
  });

const PENDING = { kind: "pending" } as const;
