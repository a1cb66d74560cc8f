import type { AppRecord } from "#kube/app/app.ts";

/** The component that an object belongs to, by the object's name; the name itself where it belongs to none. */
export const componentOf = (name: string, { components }: AppRecord): string =>
  components
    .map((component) => component.name)
    .filter((component) => name === component || name.startsWith(`${component}-`))
    .reduce((longest, component) => (component.length > longest.length ? component : longest), "") || name;
