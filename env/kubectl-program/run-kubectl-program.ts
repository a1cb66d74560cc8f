/**
 * Runs one kubectl command line on this machine, with its files, its terminal and the cluster of its kubeconfig.
 *
 * @param words without `kubectl` itself
 * @returns kubectl's exit status
 */
export const runKubectlProgram = async (words: readonly string[]): Promise<number> => {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const path = new URL(`./run-program.${extension}`, import.meta.url);
  const module = (await import(path.href)) as { readonly default: (words: readonly string[]) => Promise<number> };
  return module.default(words);
};
