import { ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { unknownError } from "../../http/status.ts";
import type { Raw } from "../codec/same.ts";
import { askConverter } from "./ask-converter.ts";
import type { CustomResourceDefinition, DefinitionVersion } from "./definition.ts";
import { pruneUnknown } from "./schema/prune.ts";

/** An object in another version of its definition: renamed, or as the definition's webhook says, without what that version does not know. */
export const convertCustom = (
  world: World,
  { spec }: CustomResourceDefinition,
  wanted: DefinitionVersion,
  object: KubeObject,
): Result<KubeObject, Status> => {
  const apiVersion = `${spec.group}/${wanted.name}`;
  if (object.apiVersion === apiVersion) return ok(object);
  if (spec.conversion?.strategy !== "Webhook") return ok({ ...object, apiVersion });
  const converted = askConverter(world, spec.conversion.webhook ?? {}, object, apiVersion);
  return converted.ok ? ok(pruned(wanted, converted.value)) : { ok: false, error: unknownError(converted.error) };
};

const pruned = ({ schema }: DefinitionVersion, object: KubeObject): KubeObject => {
  if (schema?.openAPIV3Schema === undefined) return object;
  const { metadata, ...rest } = object as unknown as Raw;
  return { ...(pruneUnknown(schema.openAPIV3Schema, rest).value as Raw), metadata } as unknown as KubeObject;
};
