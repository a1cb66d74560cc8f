import { parseSettings } from "#kube/checks/config-settings.ts";

/** Place of a setting in a ConfigMap: in the JSON document of a key, or a key of its own where keys become variables. */
export interface SettingPlace {
  readonly file?: string | undefined;
  readonly setting: string;
}

/** Document that holds the setting: the file's, or the ConfigMap's keys with their texts. */
export const documentIn = (data: Data, { file }: SettingPlace): Readonly<Record<string, unknown>> =>
  file === undefined ? data : parseSettings(data[file]);

/** Merge patch by which a ConfigMap with this data gets another document, written as `write` does. */
export const documentPatch = (
  data: Data,
  document: Readonly<Record<string, unknown>>,
  { file }: SettingPlace,
  write: (document: object) => string = JSON.stringify,
) => {
  if (file !== undefined) return { data: { [file]: write(document) } };
  const removed = Object.keys(data).filter((key) => !Object.hasOwn(document, key));
  return { data: { ...document, ...Object.fromEntries(removed.map((key) => [key, null])) } };
};

type Data = Readonly<Record<string, string>>;
