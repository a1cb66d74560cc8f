import { readFileSync } from "node:fs";

/** The namespace of this pod, as its resolver has it; empty where it has none. */
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
