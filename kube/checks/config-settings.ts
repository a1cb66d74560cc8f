import { isSameJson } from "#core/canonical-json.ts";
import { parseJson } from "#core/parse-json.ts";
import { type Baseline, baselineObject } from "../app/baseline.ts";
import { parseInitScript, type ScriptedUser } from "../app/store-script.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ConfigMap } from "../types/storage.ts";
import { getObject } from "../verbs/get.ts";
import { nameOf } from "./fault-target.ts";
import type { Finding } from "./oracle.ts";
import { settingAt } from "./setting-at.ts";

/**
 * Holds if a ConfigMap of the baseline exists and says the same as then to the component that reads it.
 *
 * Of a JSON document the settings that the component needs count, or all where they are not known, and not how it is
 * written; of a store's script which user of the app it creates, but not the password, which nobody else has written down; of other
 * texts everything but the last line's end.
 */
export const judgeConfigMap = async (view: ClusterView, baseline: Baseline, target: string): Promise<Finding> => {
  const name = nameOf(target);
  const present = await getObject<ConfigMap>(view, { resource: "configmaps", namespace: baseline.namespace, name });
  if (present === undefined) return { held: false, evidence: `${target} is gone` };
  const script = neededAccount(baseline, name);
  if (script !== undefined) return judgeScript(present, script, target);
  const wanted = Object.entries(baselineObject<ConfigMap>(baseline, "configmaps", name)?.data ?? {});
  const differing = wanted.filter(([key, text]) => !isSameContent(text, present.data?.[key], neededSettings(baseline, name, key)));
  return {
    held: differing.length === 0,
    evidence:
      differing.length === 0 ? `${target} has what it had` : `${target} lacks or differs in ${differing.map(([key]) => key).join(", ")}`,
  };
};

/** Account that a store's script makes for the app. */
interface NeededAccount {
  readonly user: string;
  /** Database that the app uses. */
  readonly database: string;
  /** Database in which the user logs in. */
  readonly home: string;
}

/** The app's account, where a script in the ConfigMap makes it in a store that has no data yet; undefined: it holds none. */
const neededAccount = (baseline: Baseline, name: string): NeededAccount | undefined => {
  const auth = baseline.app.components.find(({ configMaps }) => configMaps.some((map) => map.name === name))?.auth;
  const made = usersIn(baselineObject<ConfigMap>(baseline, "configmaps", name)).find(({ user }) => user === auth?.user);
  return auth === undefined || made === undefined ? undefined : { user: auth.user, database: auth.database, home: made.database };
};

const judgeScript = (present: ConfigMap, { user, database, home }: NeededAccount, target: string): Finding => {
  const held = usersIn(present).some(
    (made) => made.user === user && made.database === home && made.roles.some(({ role, db }) => db === database && SUFFICIENT.has(role)),
  );
  return { held, evidence: `${target} ${held ? "makes" : "does not make"} user ${user} of ${home} with readWrite on ${database}` };
};

/** Roles by which an app can read and write one database. */
const SUFFICIENT: ReadonlySet<string> = new Set(["readWrite", "dbOwner"]);

const usersIn = (configMap: ConfigMap | undefined): readonly ScriptedUser[] =>
  Object.entries(configMap?.data ?? {}).flatMap(([key, text]) => {
    const users = key.endsWith(".js") ? parseInitScript(text) : undefined;
    return users?.ok === true ? users.value : [];
  });

/** Members of the JSON document in `text`; none where it is no such document. */
export const parseSettings = (text: string | undefined): Readonly<Record<string, unknown>> => {
  const parsed = parseJson(text ?? "");
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Readonly<Record<string, unknown>>) : {};
};

/** Settings that a component needs inside this key; undefined: not known. */
const neededSettings = ({ app }: Baseline, name: string, key: string): readonly string[] | undefined => {
  const use = app.components.flatMap(({ configMaps }) => configMaps).find((configMap) => configMap.name === name);
  return use?.keys[0] === key && use.areVariables !== true ? use.settings : undefined;
};

const isSameContent = (before: string, now: string | undefined, settings: readonly string[] | undefined): boolean => {
  if (now === undefined) return false;
  if (settings !== undefined) {
    const [old, present] = [parseSettings(before), parseSettings(now)];
    return settings.every((setting) => settingAt(old, setting) === settingAt(present, setting));
  }
  const [old, present] = [parseJson(before), parseJson(now)];
  return old === undefined ? before.trimEnd() === now.trimEnd() : isSameJson(old, present ?? null);
};
