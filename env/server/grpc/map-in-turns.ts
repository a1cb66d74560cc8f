import { nextTurn } from "./next-turn.ts";

/** Maps the items of a long request, `size` at a time, and lets other calls have their turns in between. */
export const mapInTurns = async <Item, Result>(items: readonly Item[], size: number, run: (item: Item) => Result): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % size === 0) await nextTurn();
    results.push(run(item));
  }
  return results;
};
