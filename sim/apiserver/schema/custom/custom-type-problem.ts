import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import { badRequest, invalid } from "../../http/status.ts";
import type { Raw } from "../codec/same.ts";
import { invalidValue } from "../field-error.ts";

/**
 * Error of a body whose apiVersion or kind differs from the custom resource's; there is no Go type to check it. Undefined when they match.
 */
export const customTypeProblem = ({ group, version, kind }: ResourceRow, input: Raw): Status | undefined => {
  const expected = `${group}/${version}`;
  const given = `${input["apiVersion"] || expected}`;
  if (given !== expected) return badRequest(`the API version in the data (${given}) does not match the expected API version (${expected})`);
  if ((input["kind"] || kind) === kind) return undefined;
  const { name = "" } = (input["metadata"] ?? {}) as { readonly name?: string };
  return invalid(`${input["kind"]}`, group, name, [invalidValue("kind", input["kind"], `must be ${kind}`)]);
};
