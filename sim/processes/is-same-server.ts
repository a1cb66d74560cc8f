import { isSameJson } from "#core/canonical-json.ts";
import type { Process } from "./process.ts";

/** True when two states of a process are the same to those that call it and to its own calls: a renewed token changes neither. */
export const isSameServer = (a: Process | undefined, b: Process | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    hasSameMembers(a, b, "start") &&
    hasSameMembers(a.start, b.start, "files") &&
    hasSameSettings(a.start.files, b.start.files));

/** True if all members but one are the same values. */
const hasSameMembers = <T extends object>(a: T, b: T, except: keyof T): boolean => {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => name === except || a[name] === b[name]);
};

type Files = Process["start"]["files"];

const hasSameSettings = (a: Files, b: Files): boolean => isSameJson({ ...a, [TOKEN]: "" }, { ...b, [TOKEN]: "" });

/** Credentials for the API server, renewed by the kubelet; they say nothing about what a program serves or calls. */
const TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";
