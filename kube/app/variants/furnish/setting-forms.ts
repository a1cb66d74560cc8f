import { parseJson } from "#core/parse-json.ts";
import type { KubeObject } from "../../../types/meta.ts";
import type { ConfigMap } from "../../../types/storage.ts";
import { drawSome, type Form, type Furnishing, ownWorkloads, withObjects } from "./form.ts";

/** Forms of ConfigMaps. */
export const SETTING_FORMS: Readonly<Record<string, Form>> = {
  /** Settings that no program reads, with addresses of what is not there. */
  "unread settings": (rng, furnishing) => {
    const read = new Set(furnishing.record.components.flatMap(({ configMaps }) => configMaps.map(({ name }) => name)));
    const configMaps = furnishing.objects.filter((object): object is ConfigMap => object.kind === "ConfigMap" && read.has(object.metadata.name));
    const changed = drawSome(rng, configMaps, ({ metadata }) => metadata.name).map((configMap): [ConfigMap, ConfigMap] => {
      const own = rng.stream(`setting of ${configMap.metadata.name}`);
      const { workload } = own.pick(ownWorkloads(furnishing));
      const port = workload.spec.template.spec.containers[0]?.ports?.[0]?.containerPort ?? 8080;
      const address = `${workload.metadata.name}-${own.pick(GONE)}:${port}`;
      return [configMap, { ...configMap, data: withSetting(furnishing, configMap, own.pick(KEYS), address) }];
    });
    return withObjects(furnishing.objects, new Map<KubeObject, KubeObject>(changed));
  },
};

/** A further variable, or a further key of the first file of settings in JSON. */
const withSetting = ({ record }: Furnishing, { metadata, data = {} }: ConfigMap, key: string, address: string): Readonly<Record<string, string>> => {
  const areVariables = record.components.some(({ configMaps }) => configMaps.some(({ name, areVariables: is }) => is && name === metadata.name));
  if (areVariables) return { ...data, [`${key.toUpperCase()}_ADDR`]: address };
  return Object.fromEntries(
    Object.entries(data).map(([file, text]) => {
      const parsed = parseJson(text);
      const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
      return [file, isObject ? `${JSON.stringify({ ...parsed, [`${key}Address`]: address }, null, 2)}\n` : text];
    }),
  );
};

const KEYS: readonly string[] = ["legacy", "fallback", "secondary", "mirror"];
const GONE: readonly string[] = ["v1", "legacy", "old", "standby", "eu"];
