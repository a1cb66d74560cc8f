import type { Pod } from "#kube/types/pod.ts";

/** Label and annotation with a pod's completion index. */
export const INDEX_LABEL = "batch.kubernetes.io/job-completion-index";

/** Annotation with the number of earlier failures of its index. */
export const FAILURES_ANNOTATION = "batch.kubernetes.io/job-index-failure-count";

/** The number of a pod; undefined for pods of other Jobs. */
export const indexOf = ({ metadata }: Pod): number | undefined => {
  const text = metadata.annotations?.[INDEX_LABEL];
  return text === undefined ? undefined : Number(text);
};

/** Numbers out of `0-2,5`. */
export const parseIndexes = (text = ""): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const part of text.split(",").filter((piece) => piece !== "")) {
    const [first = 0, last = first] = part.split("-").map(Number);
    for (let i = first; i <= last; i++) found.add(i);
  }
  return found;
};

/** `0-2,5`: runs of three and more as ranges, as the controller writes them. */
export const formatIndexes = (indexes: ReadonlySet<number>): string => {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (sorted[end + 1] === (sorted[end] as number) + 1) end += 1;
    const [first, last] = [sorted[i], sorted[end]];
    parts.push(end === i ? `${first}` : end === i + 1 ? `${first},${last}` : `${first}-${last}`);
    i = end + 1;
  }
  return parts.join(",");
};
