import { z } from "zod";
import type { AppComponent, AppRecord } from "../app/app.ts";
import { formatObjectRef, parseObjectRef } from "../objects/object-ref.ts";

/** Creates the schema of a parameter that names an object, `kind/name` in lower case, of one of the given kinds. */
export const objectRef = (...kinds: readonly string[]) =>
  z.string().refine(
    (text) => {
      const ref = parseObjectRef(text);
      return ref !== undefined && formatObjectRef(ref) === text && kinds.includes(text.slice(0, text.indexOf("/")));
    },
    `write <kind>/<name> with kind ${kinds.join(" or ")}`,
  );

/** The name in `kind/name`. */
export const nameOf = (target: string): string => target.slice(target.lastIndexOf("/") + 1);

/** Finds the component that a workload, Service or ConfigMap of this name belongs to. */
export const componentOf = (app: AppRecord, target: string): AppComponent | undefined =>
  app.components.find(({ name }) => name === nameOf(target));

/** Target string of a component's workload. */
export const workloadTarget = ({ workload, name }: AppComponent): string => `${workload}/${name}`;
