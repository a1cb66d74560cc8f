import { toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { Decoded } from "../codec/decode.ts";
import { decodeObject } from "../codec/decode.ts";
import { type Raw, withMember } from "../codec/same.ts";
import { defineKind } from "../kind-strategy.ts";
import { decodeDefinition } from "./decode-definition.ts";
import { type CustomResourceDefinition, type DefinitionVersion, hasCondition } from "./definition.ts";
import { isObject } from "./schema/schema.ts";
import { validateDefinition, validateDefinitionUpdate } from "./validate-definition.ts";

/** Strategy of CustomResourceDefinitions: decoding, defaults, validation. */
export const definitionKind = defineKind<CustomResourceDefinition>({
  decode: (input) => decode(input),
  hasGeneration: true,
  hasStatus: true,
  // No name is accepted yet, which is written out.
  prepareCreate: (definition) => ({
    ...definition,
    status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: storedIn(definition, []) },
  }),
  prepareUpdate: (definition, old) => {
    const before = old.status?.storedVersions ?? [];
    const storedVersions = storedIn(definition, before);
    return storedVersions === before ? definition : { ...definition, status: { ...definition.status, storedVersions } };
  },
  validate: (definition, errors) => void errors.push(...validateDefinition(definition)),
  validateUpdate: (definition, old, errors) => void errors.push(...validateDefinitionUpdate(definition, old)),
  // The objects go first; until then the definition stays, with a finalizer of the server's own.
  finalizersOnDelete: ["customresourcecleanup.apiextensions.k8s.io"],
  prepareDelete: (definition, { world }) =>
    hasCondition(definition, "Terminating") ? definition : withCondition(definition, pendingDeletion(toTimestamp(world.nowMs()))),
});

const pendingDeletion = (lastTransitionTime: string): Condition => ({
  type: "Terminating",
  status: "True",
  lastTransitionTime,
  reason: "InstanceDeletionPending",
  message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
});

/** The definition with a condition set; the transition time is kept while the status stays. */
export const withCondition = (definition: CustomResourceDefinition, condition: Condition): CustomResourceDefinition => {
  const conditions = definition.status?.conditions ?? [];
  const present = conditions.find(({ type }) => type === condition.type);
  const next =
    present?.status === condition.status
      ? { ...condition, ...(present.lastTransitionTime && { lastTransitionTime: present.lastTransitionTime }) }
      : condition;
  const others = present === undefined ? [...conditions, next] : conditions.map((one) => (one.type === condition.type ? next : one));
  return { ...definition, status: { ...definition.status, conditions: others } };
};

const storedIn = ({ spec }: CustomResourceDefinition, before: readonly string[]): readonly string[] => {
  const version = spec.versions.find(({ storage }: DefinitionVersion) => storage);
  const storage = version === undefined ? undefined : (version.name ?? "");
  return storage === undefined || before.includes(storage) ? before : [...before, storage];
};

const decode = (input: Raw): Decoded => {
  const { metadata: given, ...rest } = input;
  const metadata = decodeObject("DefinitionMetadata", { metadata: given ?? {} });
  const body = decodeDefinition(rest);
  const unknownFields = [...body.unknownFields, ...metadata.unknownFields].sort();
  const value = withDefaults({ ...(body.value as Raw), ...metadata.value });
  return { value, unknownFields, error: metadata.error ?? body.error };
};

const withDefaults = (definition: Raw): Raw => {
  const spec = isObject(definition["spec"]) ? definition["spec"] : {};
  const names = isObject(spec["names"]) ? spec["names"] : {};
  const kind = typeof names["kind"] === "string" ? names["kind"] : "";
  const named = {
    ...names,
    ...(kind !== "" && !names["listKind"] && { listKind: `${kind}List` }),
    ...(kind !== "" && !names["singular"] && { singular: kind.toLowerCase() }),
  };
  return withMember(definition, "spec", {
    versions: [],
    ...spec,
    names: named,
    conversion: withPort(spec["conversion"] ?? { strategy: "None" }),
  });
};

/** Adds the default port 443 to a webhook's Service. */
const withPort = (conversion: unknown): unknown => {
  const { webhook } = conversion as NonNullable<CustomResourceDefinition["spec"]["conversion"]>;
  const service = webhook?.clientConfig?.service;
  if (service === undefined) return conversion;
  const clientConfig = { ...webhook?.clientConfig, service: { ...service, port: service.port ?? 443 } };
  return { ...(conversion as object), webhook: { ...webhook, clientConfig } };
};
