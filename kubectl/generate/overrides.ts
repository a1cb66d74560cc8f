import { applyJsonPatch, type JsonPatchOperation } from "#kube/patch-algorithms/json-patch.ts";
import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { applyStrategicMergePatch } from "#kube/patch-algorithms/strategic-merge-patch.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/**
 * Applies `--overrides` to a generated object, by the kind of patch in `--override-type`.
 *
 * @throws CommandFailure in kubectl's words
 */
export const withOverrides = (session: Session, object: Manifest): Manifest => {
  const text = session.args.text("overrides");
  if (!text) return object;
  const patch = parse(text);
  switch (session.args.text("override-type") || "merge") {
    case "json": {
      const patched = Array.isArray(patch) ? applyJsonPatch(object, patch as readonly JsonPatchOperation[]) : undefined;
      if (patched === undefined) throw new CommandFailure("json: cannot unmarshal object into Go value of type jsonpatch.Patch");
      if (!patched.ok) throw new CommandFailure(patched.error);
      return patched.value as Manifest;
    }
    case "merge":
      if (typeof patch !== "object" || patch === null) throw invalid();
      return applyMergePatch(object, patch) as Manifest;
    case "strategic": {
      const patched = applyStrategicMergePatch(object.kind, object, patch);
      if (!patched.ok) throw new CommandFailure(patched.error.message);
      return patched.value as Manifest;
    }
    default:
      throw new CommandFailure(`invalid override type: ${session.args.text("override-type")}`);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid();
  }
};

const invalid = (): CommandFailure => new CommandFailure("Invalid JSON Patch");
