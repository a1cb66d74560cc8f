import type { KubeObject } from "#kube/types/meta.ts";
import { decodeObject } from "./codec/decode.ts";
import { freezeDeep, type Raw } from "./codec/same.ts";

/** The object with the status that a new object of its kind has: all zero. */
export const withZeroStatus = (object: KubeObject): KubeObject => {
  let status = zeros.get(object.kind);
  if (status === undefined) {
    status = freezeDeep(decodeObject(`${object.kind}Status`, {}).value);
    zeros.set(object.kind, status);
  }
  return { ...object, status } as KubeObject;
};

/** A table of constants, filled as kinds are met. */
const zeros = new Map<string, Raw>();
