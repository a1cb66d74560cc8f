import type { AppRecord } from "#kube/app/app.ts";

/** Puts `setting` before the settings that ConfigMaps of the app hold. */
export const nameSettings = (text: string, app: AppRecord): string => {
  const names = settingNames(app);
  return names.length === 0
    ? text
    : text.replace(new RegExp(`(?<!setting |[\\w.-])(${names.join("|")})(?![\\w-])(?!\\.\\w)`, "g"), "setting $1");
};

const settingNames = ({ components }: AppRecord): readonly string[] => [
  ...new Set(
    components
      .flatMap(({ configMaps }) => configMaps.flatMap(({ settings = [] }) => settings))
      .map((name) => name.toLowerCase().replaceAll(".", "\\.")),
  ),
];
