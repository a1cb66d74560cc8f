import { registerHooks } from "node:module";

/**
 * Finds the modules of a checkout by their names alone, without asking the file system where each of them is.
 *
 * A tenth of a start is looking them up otherwise. A name ends in `.ts` and is a path, relative or from the root (`#env/server/serve.ts`), so
 * nothing is left to be looked up. Each thread has to ask for itself. What is published is JavaScript and is found in Node's usual way.
 */
export const resolveOwnModules = (): void => {
  if (!import.meta.url.endsWith(".ts")) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      const base = specifier.endsWith(".ts") ? baseOf(specifier, context.parentURL) : undefined;
      if (base === undefined) return next(specifier, context);
      return { url: new URL(specifier.replace("#", "./"), base).href, format: "module-typescript", shortCircuit: true };
    },
  });
};

const ROOT = new URL("../../", import.meta.url).href;

/** What a name of a module of ours is relative to. */
const baseOf = (specifier: string, parent: string | undefined): string | undefined => {
  if (!parent?.startsWith(ROOT)) return;
  if (specifier.startsWith("#")) return ROOT;
  return specifier.startsWith(".") ? parent : undefined;
};
