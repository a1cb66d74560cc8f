import type { KubeObject } from "../../types/meta.ts";

/** Words in the manifests of a form: names, keys, ports and references, also those in its files of settings. */
export const wordsIn = (manifests: readonly KubeObject[]): ReadonlySet<string> => {
  const words = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        collect(key);
        collect(inner);
      }
    else for (const word of splitWords(`${value}`)) words.add(word);
  };
  collect(manifests);
  return words;
};

/** Words of a text as manifests have them: a reference of an image is its repository and its tag, an address is a host and a port. */
export const splitWords = (text: string): readonly string[] => text.match(WORD) ?? [];

const WORD = /[\w./-]*\w/g;
