/**
 * Error text of the unstructured converter, which decodes strategic merge patches and applies and words errors differently from the JSON
 * decoder.
 */
export const converterText = (error: string): string => {
  const [, given, type] = /cannot unmarshal (\w+) .*of type (.+)$/.exec(error) ?? [];
  if (type === undefined) return error.startsWith("illegal base64 data") ? `error decoding from json: ${error}` : error;
  const goType =
    given === "object" ? "map[string]interface {}" : given === "array" ? "[]interface {}" : given === "number" ? "int64" : `${given}`;
  const kind = given === "object" ? "map" : given === "array" ? "slice" : goType;
  if (type.startsWith("[]")) return `cannot restore slice from ${kind}`;
  if (type.startsWith("map[")) return `cannot restore map from ${kind}`;
  if (type.startsWith("v1.")) return `cannot restore struct from: ${kind}`;
  return canConvert(given, type) ? `cannot convert ${goType} to ${type}` : `unrecognized type: ${type}`;
};

/** Go turns integers into text, of all pairs that do not fit. */
const canConvert = (given: string | undefined, type: string): boolean => given === "number" && type === "string";
