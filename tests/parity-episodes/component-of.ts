import type { AppRecord } from "#kube/app/app.ts";

/** Name of the component that an object belongs to; the object's own name if there is none. */
export const componentOf = (name: string, { components }: AppRecord): string =>
  components
    .map((component) => component.name)
    .filter((component) => name === component || name.startsWith(`${component}-`))
    .reduce((longest, component) => (component.length > longest.length ? component : longest), "") || name;
