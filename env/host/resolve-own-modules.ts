import { registerHooks } from "node:module";

/**
 * Resolves the modules of a checkout by name alone, without file system look-ups.
 *
 * Look-ups take a tenth of a start. Names end in `.ts` and are paths, relative or from the root
 * (`#env/server/serve.ts`), so none are needed. Each thread has to enable it. The published package is JavaScript and
 * is resolved in Node's usual way.
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

/** URL that a module name is relative to; undefined for modules that are not ours. */
const baseOf = (specifier: string, parent: string | undefined): string | undefined => {
  if (!parent?.startsWith(ROOT)) return;
  if (specifier.startsWith("#")) return ROOT;
  return specifier.startsWith(".") ? parent : undefined;
};
