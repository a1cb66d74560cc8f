import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import {
  type CustomResourceDefinition,
  DEFINITIONS,
  type DefinitionNames,
  hasCondition,
} from "../../apiserver/schema/custom/definition.ts";
import { withCondition } from "../../apiserver/schema/custom/definition-kind.ts";
import { listObjects } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";

/** Definition with its accepted names and the conditions about them; the same object when nothing changes. */
export const acceptNames = (world: World, definition: CustomResourceDefinition): CustomResourceDefinition => {
  const { spec, status } = definition;
  const asked = spec.names;
  const accepted: Partial<DefinitionNames> = status?.acceptedNames ?? {};
  if (isSameJson(asked, accepted)) return definition;
  const { names, conflict } = settle(asked, accepted, takenNames(world, definition));
  const naming: Pick<Condition, "status" | "reason" | "message"> =
    conflict === undefined ? { status: "True", reason: "NoConflicts", message: "no conflicts found" } : { status: "False", ...conflict };
  const lastTransitionTime = toTimestamp(world.nowMs());
  const before = status?.conditions?.find(({ type }) => type === "NamesAccepted");
  const isSame = before?.status === naming.status && before.reason === naming.reason && before.message === naming.message;
  if (isSameJson(names, accepted) && isSame) return definition;
  const named = withCondition(
    { ...definition, status: { ...status, acceptedNames: names } },
    { type: "NamesAccepted", lastTransitionTime, ...naming },
  );
  return hasCondition(named, "Established")
    ? named
    : withCondition(named, { type: "Established", lastTransitionTime, ...establishing(conflict !== undefined) });
};

const establishing = (hasConflict: boolean): Pick<Condition, "status" | "reason" | "message"> =>
  hasConflict
    ? { status: "False", reason: "NotAccepted", message: "not all names are accepted" }
    : { status: "False", reason: "Installing", message: "the initial names have been accepted" };

interface Taken {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/** Names taken in a group by the definitions whose names were accepted first, this one included. */
const takenNames = (world: World, { spec }: CustomResourceDefinition): Taken => {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const other of listObjects<CustomResourceDefinition>(world, DEFINITIONS)) {
    const names = other.spec.group === spec.group ? other.status?.acceptedNames : undefined;
    if (names === undefined) continue;
    for (const name of [names.plural, names.singular ?? "", ...(names.shortNames ?? [])]) resources.add(name);
    for (const name of [names.kind, names.listKind ?? ""]) kinds.add(name);
  }
  return { resources, kinds };
};

const settle = (
  asked: DefinitionNames,
  accepted: Partial<DefinitionNames>,
  taken: Taken,
): { readonly names: DefinitionNames; readonly conflict: Pick<Condition, "reason" | "message"> | undefined } => {
  const names: Record<string, unknown> = { ...accepted };
  let conflict: Pick<Condition, "reason" | "message"> | undefined;
  for (const [member, used] of [
    ["plural", taken.resources],
    ["singular", taken.resources],
    ["kind", taken.kinds],
    ["listKind", taken.kinds],
  ] as const) {
    const name = asked[member] ?? "";
    if (name !== accepted[member] && used.has(name))
      conflict = { reason: `${(member[0] as string).toUpperCase()}${member.slice(1)}Conflict`, message: inUse(name) };
    else names[member] = name;
    if (member !== "singular") continue;
    const shortConflict = shortNameConflict(asked, accepted, taken);
    if (shortConflict !== undefined) conflict = shortConflict;
    else if (asked.shortNames !== undefined) names["shortNames"] = asked.shortNames;
    else delete names["shortNames"];
  }
  if (asked.categories !== undefined) names["categories"] = asked.categories;
  else delete names["categories"];
  return { names: names as unknown as DefinitionNames, conflict };
};

const shortNameConflict = (
  { shortNames = [] }: DefinitionNames,
  accepted: Partial<DefinitionNames>,
  taken: Taken,
): Pick<Condition, "reason" | "message"> | undefined => {
  const used = shortNames.filter((name) => accepted.shortNames?.includes(name) !== true && taken.resources.has(name));
  if (used.length === 0) return undefined;
  return { reason: "ShortNamesConflict", message: used.length === 1 ? inUse(used[0] as string) : `[${used.map(inUse).join(", ")}]` };
};

const inUse = (name: string): string => `${JSON.stringify(name)} is already in use`;
