import type { Result } from "#core/result.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";

/** Number of writes of components that the server refused so far, for whoever has to try again. */
export const refusedWrites = (world: World): number => world.counter(REFUSED);

/** Counts a refusal. */
export const noteRefusal = (world: World): void => void world.count(REFUSED);

/** Counts the outcome of a write among the refusals, if it is one. */
export const noted = <T>(world: World, outcome: Result<T, Status>): Result<T, Status> => {
  if (!outcome.ok && isRefusal(outcome.error)) noteRefusal(world);
  return outcome;
};

const REFUSED = "apiserver/refused-writes";

/** True where a component has to try again: not where something is gone, there already or changed, or its namespace ends. */
export const isRefusal = ({ code = 500, details }: Status): boolean =>
  code !== 404 && code !== 409 && details?.causes?.some(({ reason }) => reason === "NamespaceTerminating") !== true;
