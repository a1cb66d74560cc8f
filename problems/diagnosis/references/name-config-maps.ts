import type { AppRecord } from "#kube/app/app.ts";

/**
 * Puts the kind before the name of a ConfigMap. One that is called as a component is meant only where the kind is written: `configmap x`,
 * `configmap named x`, `x configmap`.
 */
export const nameConfigMaps = (text: string, { components }: AppRecord): string => {
  const taken = new Set(components.map(({ name }) => name));
  const names = [...new Set(components.flatMap(({ configMaps }) => configMaps.map(({ name }) => name)))].sort(
    (a, b) => b.length - a.length,
  );
  if (names.length === 0) return text;
  const called = text.replace(
    new RegExp(`\\bconfigmaps?(?: (?:object )?(?:named|called)|:| =)? (${names.join("|")})(?![\\w-])(?: configmap\\b)?`, "g"),
    "configmap/$1",
  );
  const after = called.replace(new RegExp(`(?<![\\w./-])(${names.join("|")}) configmap\\b`, "g"), "configmap/$1");
  const own = names.filter((name) => !taken.has(name));
  const named =
    own.length === 0
      ? after
      : after.replace(new RegExp(`(?<!configmaps?/|[\\w./-])(${own.join("|")})(?![\\w-])(?!\\.\\w)`, "g"), "configmap/$1");
  // Patterns read the kind as a word of its own.
  return named.replace(new RegExp(`\\bconfigmap/(${names.join("|")})(?![\\w-])`, "g"), (_all, name: string) =>
    taken.has(name) ? `configmap configmap/${name}` : `configmap ${name}`,
  );
};
