import type { Twin } from "#injectors/twin.ts";
import { formatObjectRef } from "#kube/objects/object-ref.ts";
import type { Incident } from "./incident.ts";

/** Draws of an episode around its fault: whoever knows them knows what to leave aside. */
export interface ToldDraws {
  /** Id of the application's variant. */
  readonly variant: string;
  /** Kinds of disturbances that could come while the agent worked, by their ids. */
  readonly noise: readonly string[];
  /** Harmless oddities that were placed, by their ids. */
  readonly decoys: readonly string[];
  /** Innocent objects that have what a fault breaks, as `kind/name`. */
  readonly twins: readonly string[];
  /** Fixtures of the slot, by their ids. */
  readonly fixtures: readonly string[];
}

/** Draws of an incident, as they are told beside the truth. */
export const toldDraws = ({ variant, noise, decoys, twins, fixtures }: Incident): ToldDraws => ({
  variant,
  noise: noise.map(({ id }) => id).sort(),
  decoys: decoys.map(({ id }) => id).sort(),
  twins: [...new Set(twins.map(nameOf))].sort(),
  fixtures: [...fixtures].sort(),
});

const nameOf = (twin: Twin): string =>
  formatObjectRef({ resource: twin.resource, name: twin.verb === "create" ? twin.object.metadata.name : twin.name });
