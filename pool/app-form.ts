import type { AppRecord } from "#kube/app/app.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";

/** An application in its published form, with its variants, as the composition root provides it. */
export type Varied<Form> = Form & {
  /** Its variants, without the published form; missing: there are none. */
  readonly variants?: readonly { readonly id: string }[];
  /** Returns a form by its id; undefined when there is none. */
  formOf?(id: string): Form | undefined;
};

/** The form of an app by its id. @throws Error if there is no such app, or if it has no such form */
export const formOf = <Form extends { readonly record: AppRecord }>(
  apps: readonly Varied<Form>[],
  { app: name, variant }: { readonly app: string; readonly variant: string },
): Form => {
  const app = apps.find(({ record }) => record.name === name);
  if (app === undefined) throw new Error(`no chart for app "${name}"; there are ${apps.map(({ record }) => record.name).join(", ")}`);
  const form = variant === STANDARD ? app : app.formOf?.(variant);
  if (form === undefined) throw new Error(`the app ${name} has no variant "${variant}"`);
  return form;
};
