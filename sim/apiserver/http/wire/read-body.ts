import { err, ok, type Result } from "#core/result.ts";
import { decodeUtf8 } from "#core/utf8.ts";
import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";
import { duplicateFields } from "../../schema/codec/duplicate-fields.ts";
import type { Raw } from "../../schema/codec/same.ts";
import { badRequest, failure } from "../status.ts";
import { goJsonError } from "./go-json-error.ts";
import type { HttpRequest } from "./http.ts";
import { bodyType, OBJECT_TYPES } from "./media-type.ts";
import { decodeProtobuf } from "./protobuf/decode-protobuf.ts";
import { duplicateYamlKeys, parseYaml } from "./yaml.ts";

/** Decoded body. */
export interface Body {
  /** Undefined: there was none. */
  readonly value: unknown;
  readonly patchType?: PatchType;
  /** Strict decoding errors found in the text and lost in the parsed value. */
  readonly strictErrors?: readonly string[];
}

/**
 * Reads the body of a request by its media type.
 *
 * @param kind what the path serves, which error texts name
 */
export const readBody = (
  request: HttpRequest,
  kind: { readonly apiVersion: string; readonly kind: string; readonly isCustom?: boolean },
): Result<Body, Status> => {
  const { method, headers, body } = request;
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return ok({ value: undefined });
  if (body.length > BYTES_MAX) return err(failure(413, "RequestEntityTooLarge", `Request entity too large: limit is ${BYTES_MAX}`));
  const type = bodyType(headers["content-type"] ?? "") || "application/json";
  if (method === "PATCH") return readPatch(type, body);
  if (method === "DELETE" && body.length === 0) return ok({ value: undefined });
  if (!(OBJECT_TYPES as readonly string[]).includes(type)) return err(unsupportedType(OBJECT_TYPES));
  const read = readObject(type, body, kind);
  const nameless = read.ok && kind.isCustom === true && method !== "DELETE" ? missingType(read.value.value as Raw) : undefined;
  if (nameless !== undefined) {
    const text = `Object '${nameless}' is missing in '${decodeUtf8(body)}' (${summarise(body)})`;
    return err(badRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${text}`));
  }
  if (read.ok) return read;
  if (typeof read.error !== "string") {
    const { apiVersion, kind: given, text } = read.error;
    const version = apiVersion.split("/").pop();
    return err(badRequest(method === "DELETE" ? text : `${given} in version "${version}" cannot be handled as a ${kind.kind}: ${text}`));
  }
  if (method === "DELETE") return err(badRequest(read.error));
  return err(badRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${read.error} (${summarise(body)})`));
};

/** Missing member of an object of a custom kind, whose Go type cannot imply it: `Kind` or `apiVersion`; undefined when both are set. */
const missingType = ({ apiVersion, kind }: Raw): string | undefined => {
  if (!kind) return "Kind";
  return apiVersion ? undefined : "apiVersion";
};

const BYTES_MAX = 3 * 1024 * 1024;

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

/** Tells media types of patches of an existing object; an apply also creates one. */
export const isPatchType = (contentType: string): boolean => !["apply", undefined].includes(PATCH_TYPES[bodyType(contentType)]);

const unsupportedType = (types: readonly string[]): Status =>
  failure(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${types.join(", ")}`,
  );

/** A media type that no patch has is refused before anybody looks at the resource. */
const NO_PATCH = failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});

const readPatch = (type: string, body: Uint8Array): Result<Body, Status> => {
  const patchType = PATCH_TYPES[type];
  if (patchType === undefined) return err(NO_PATCH);
  const text = decodeUtf8(body);
  const read = patchType === "apply" ? parseYaml(text) : parseJson(text);
  if (!read.ok) return err(badRequest(`${PATCH_ERRORS[patchType]}${read.error}`));
  const strictErrors =
    patchType === "apply" ? duplicateYamlKeys(text) : duplicateFields(text).map((path) => `duplicate field ${JSON.stringify(path)}`);
  return ok({ value: read.value, patchType, strictErrors });
};

/** Errors of patches that cannot be decoded, by type. */
const PATCH_ERRORS: Readonly<Record<PatchType, string>> = {
  json: "error decoding patch: ",
  merge: "error decoding patch: ",
  strategic: "",
  apply: "error decoding YAML: error converting YAML to JSON: ",
};

const readObject = (
  type: string,
  body: Uint8Array,
  kind: { readonly apiVersion: string; readonly kind: string },
): Result<Body, string | { readonly apiVersion: string; readonly kind: string; readonly text: string }> => {
  if (type === "application/vnd.kubernetes.protobuf") {
    const decoded = decodeProtobuf(body, kind);
    if (decoded.ok) return ok({ value: decoded.value });
    return err(decoded.error.at === "envelope" ? decoded.error.text : decoded.error);
  }
  const text = decodeUtf8(body);
  const read = type === "application/yaml" ? parseYaml(text) : parseJson(text);
  if (!read.ok) return type === "application/yaml" ? read : err(`couldn't get version/kind; json parse error: ${read.error}`);
  const problem = frameProblem(read.value);
  if (problem !== undefined) return err(`couldn't get version/kind; json parse error: ${problem}`);
  const strictErrors =
    type === "application/yaml"
      ? duplicateYamlProblem(text)
      : duplicateFields(text).map((path) => `duplicate field ${JSON.stringify(path)}`);
  const apiVersion = (read.value as { readonly apiVersion?: string | null } | null)?.apiVersion ?? "";
  if (apiVersion.split("/").length > 2) return err(`unexpected GroupVersion string: ${apiVersion}`);
  return ok({ value: read.value ?? {}, strictErrors });
};

/** The YAML library tells all keys that are there twice in one breath. */
const duplicateYamlProblem = (text: string): readonly string[] => {
  const found = duplicateYamlKeys(text);
  return found.length === 0 ? [] : [`yaml: unmarshal errors:\n${found.map((line) => `  ${line}`).join("\n")}`];
};

const parseJson = (text: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(goJsonError(text));
  }
};

/** Error of the server's first decoding, which reads apiVersion and kind alone. */
const frameProblem = (value: unknown): string | undefined => {
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return `json: cannot unmarshal ${kindOf(value)} into Go value of type ${FRAME}`;
  for (const member of ["apiVersion", "kind"] as const) {
    const given = (value as Readonly<Record<string, unknown>>)[member];
    if (given !== undefined && given !== null && typeof given !== "string") {
      return `json: cannot unmarshal ${kindOf(given)} into Go struct field .${member} of type string`;
    }
  }
  return undefined;
};

const FRAME = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value);

/** The first thirty bytes: as text when it looks like JSON, else in hexadecimal. */
const summarise = (body: Uint8Array): string => {
  if (body.length === 0) return "<empty>";
  const shown = body.subarray(0, SHOWN_MAX);
  const dots = body.length > SHOWN_MAX ? " ..." : "";
  if (body[0] === OPEN_BRACE) return `${decodeUtf8(shown)}${dots}`;
  return `${[...shown].map((byte) => byte.toString(16).padStart(2, "0")).join("")}${dots}`;
};

const SHOWN_MAX = 30;
const OPEN_BRACE = 0x7b;
