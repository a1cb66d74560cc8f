import { z } from "zod";
import { DrillError } from "#core/drill-error.ts";
import type { ForkOrder, ValidateOrder } from "../episodes/episode-orders.ts";
import { dropMissing } from "./drop-missing.ts";
import { countField, enumField, finiteField, idField, listField, optionalId, optionalText, readWire, seedField } from "./read-wire.ts";

/** Creates the parser of forks with the server's bounds of leases. */
export const createForkReader = (leaseTtl: z.ZodType<number>): ((message: unknown) => ForkOrder) => {
  const schema = createForkSchema(leaseTtl);
  return (message) => {
    const { leaseTtl: leaseTtlMs, method, ...order } = readWire(schema, message);
    const chosen: ForkOrder["method"] = method ?? "ANY";
    return dropMissing({ ...order, leaseTtlMs, method: chosen });
  };
};

/** Parses a request to replay and compare. @throws DrillError FIELD_INVALID, CAPABILITY_MISSING */
export const readValidate = (message: unknown): ValidateOrder => toValidateOrder(readWire(validateSchema, message));

const createForkSchema = (leaseTtl: z.ZodType<number>) =>
  z.object({
    episodeId: idField,
    childEpisodeIds: z
      .array(z.unknown(), "is missing; name the children")
      .pipe(listField("ForkRequest.childEpisodeIds", idField))
      .refine((ids) => new Set(ids).size === ids.length, "names a child twice"),
    atStepIndex: countField(0, 1_000_000).optional(),
    leaseTtl: leaseTtl.optional(),
    groupId: optionalId,
    reseed: seedField.optional(),
    method: enumField("FORK_METHOD", ["SNAPSHOT", "REPLAY"]),
  });

const CHECKS = ["ACTIONS", "REWARD", "OBSERVATIONS", "STATE", "SEMANTICS"] as const;

const validateSchema = z.object({
  episodeId: optionalText(64),
  trajectoryId: optionalText(256),
  trajectoryJson: optionalText(16 * 1024 * 1024),
  repeats: countField(1, 16).default(1),
  rewardRelTolerance: finiteField.min(0).max(1).default(1e-5),
  checks: listField("ValidateRequest.checks", enumField("VALIDATE_CHECK", CHECKS)).default([]),
  stopAtFirst: z.boolean().default(false),
});

const toValidateOrder = ({ episodeId, trajectoryId, trajectoryJson, checks, ...rest }: z.output<typeof validateSchema>): ValidateOrder => {
  if (trajectoryJson !== undefined)
    throw new DrillError("CAPABILITY_MISSING", "this server validates episodes that it still knows, not records");
  const id = episodeId ?? trajectoryId;
  if (id === undefined)
    throw new DrillError("FIELD_INVALID", "episode_id is missing", {
      violations: [{ field: "episode_id", description: "is missing; name an episode" }],
    });
  const wanted = checks.filter((check) => check !== undefined);
  return { ...rest, episodeId: id, checks: new Set(wanted.length === 0 ? CHECKS : wanted) };
};
