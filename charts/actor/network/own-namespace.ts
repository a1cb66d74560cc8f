import { readFileSync } from "node:fs";

/** Namespace of this pod from its resolver configuration; empty if it has none. */
export const ownNamespace = (): string => {
  namespace ??= readNamespace();
  return namespace;
};

let namespace: string | undefined;

const readNamespace = (): string => {
  try {
    return /^search\s+([^.\s]+)\.svc\./m.exec(readFileSync("/etc/resolv.conf", "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
};
