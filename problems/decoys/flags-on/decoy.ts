import type { Rng } from "#core/rng.ts";
import type { Place } from "#injectors/injector.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineDecoy } from "../../problem.ts";

/** Feature flags that are on, and that no program asks for: in the app's own document where it has one, else in one that nobody mounts. */
export default defineDecoy({
  id: "flags-on",
  place: async (cluster, place, rng) => {
    for (const { metadata, data = {} } of await listObjects<ConfigMap>(cluster, { resource: "configmaps", namespace: place.namespace })) {
      for (const [file, text] of Object.entries(data)) {
        const more = withFlags(text, rng);
        // Beside the app's document there may be others, which nobody reads either.
        if (more === undefined || !isOfApp(metadata, place)) continue;
        const patch = { data: { [file]: more } };
        return void (await patchObject(cluster, {
          resource: "configmaps",
          namespace: place.namespace,
          name: metadata.name,
          patchType: "merge",
          patch,
        }));
      }
    }
    await createDocument(cluster, place, rng);
  },
});

const isOfApp = ({ name }: ConfigMap["metadata"], { app }: Place): boolean =>
  app.components.some((component) => component.configMaps.some((configMap) => configMap.name === name) || name.startsWith(component.name));

/** The document with flags before its first one, and every other byte as it was; undefined where it has none. */
const withFlags = (text: string, rng: Rng): string | undefined => {
  const names = drawNames(rng, [...text.matchAll(NUMBERED)]);
  if (JSON_FLAGS.test(text))
    return text.replace(JSON_FLAGS, (begin) => begin + names.map((name) => `"${name}":${JSON.stringify(ON)},`).join(""));
  if (YAML_FLAGS.test(text))
    return text.replace(YAML_FLAGS, (begin) => begin + names.map((name) => `\n  ${name}: ${JSON.stringify(ON)}`).join(""));
  return undefined;
};

const JSON_FLAGS = /"flags":\s*\{/;
const YAML_FLAGS = /^flags:[ \t]*$/m;

/** Flags that are numbered, `tt-feat-07`. */
const NUMBERED = /^\s*"?([a-z-]+-)(\d+)"?:/gm;

/** Numbers that go on, where the flags of the document have numbers; names otherwise. */
const drawNames = (rng: Rng, numbered: readonly RegExpMatchArray[]): readonly string[] => {
  const count = rng.stream("count").int(3, NAMES.length);
  const last = numbered.at(-1);
  if (last === undefined) return rng.stream("names").shuffle(NAMES).slice(0, count);
  return Array.from({ length: count }, (_, i) => `${last[1]}${Number(last[2]) + 1 + i}`);
};

const NAMES: readonly string[] = ["fastSearch", "compactLists", "darkHeader", "giftCards", "newInvoice", "mapTilesV2"];

const ON = { state: "ENABLED", variants: { on: true, off: false }, defaultVariant: "on" };

const createDocument = async (cluster: ClusterPort, { app, namespace }: Place, rng: Rng): Promise<void> => {
  const name = `${rng.stream("component").pick(app.components).name}-${rng.stream("suffix").pick(["features", "feature-flags", "toggles"])}`;
  const flags = Object.fromEntries(drawNames(rng, []).map((flag) => [flag, ON]));
  const data = { "flags.json": `${JSON.stringify({ flags }, null, 2)}\n` };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data } as ConfigMap;
  await createObject(cluster, { resource: "configmaps", object });
};
