import type { Condition, KubeObject } from "#kube/types/meta.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";
import { secondsOf } from "./kube-pod-families.ts";

type Value<T> = (object: T) => number | undefined;

/** Families with one series per object: name, help, value. */
export const gauges = <T extends KubeObject>(
  resource: string,
  label: string,
  rows: readonly (readonly [string, string, Value<T>])[],
): readonly ObjectFamily<T>[] =>
  rows.map(([name, help, value]) => ({
    name,
    type: "gauge" as const,
    help,
    resource,
    rows: (object: T): readonly ObjectRow[] => {
      const sample = value(object);
      return sample === undefined ? [] : [[labelsOf(object, label), sample]];
    },
  }));

/** The labels that say which object a series is about. */
export const labelsOf = ({ metadata }: KubeObject, label: string): Readonly<Record<string, string>> => ({
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  [label]: metadata.name,
});

/** Three series per condition: `status` is true, false or unknown. */
export const conditions = <T extends KubeObject>(
  name: string,
  resource: string,
  label: string,
  list: (object: T) => readonly Condition[] | undefined,
): ObjectFamily<T> => ({
  name,
  type: "gauge",
  help: `The current status conditions of a ${label}.`,
  resource,
  rows: (object) =>
    (list(object) ?? []).flatMap(({ type, status }) =>
      ["true", "false", "unknown"].map(
        (value): ObjectRow => [{ ...labelsOf(object, label), condition: type, status: value }, status.toLowerCase() === value ? 1 : 0],
      ),
    ),
});

/** 1 or 0. */
export const flag = (holds: boolean | undefined): number => (holds ? 1 : 0);

/** A gauge family with its own rows. */
export const family = <T extends KubeObject>(
  resource: string,
  name: string,
  help: string,
  rows: (object: T) => readonly ObjectRow[],
): ObjectFamily<T> => ({
  name,
  type: "gauge",
  help,
  resource,
  rows,
});

/** One series: when the object was created. */
export const createdRows =
  (label: string) =>
  (object: KubeObject): readonly ObjectRow[] => {
    const seconds = secondsOf(object.metadata.creationTimestamp);
    return seconds === undefined ? [] : [[labelsOf(object, label), seconds]];
  };

/** Makes one series per possible phase. */
export const phaseRows =
  (label: string, phases: readonly string[]) =>
  (object: KubeObject & { readonly status?: { readonly phase?: string } }): readonly ObjectRow[] =>
    phases.map((phase): ObjectRow => [{ ...labelsOf(object, label), phase }, flag(object.status?.phase === phase)]);
