import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, manifestText, restartPods } from "#kube/checks/attempts.ts";
import { parseSettings } from "#kube/checks/config-settings.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { ConfigMap } from "#kube/types/storage.ts";

interface Params {
  readonly configMap: string;
  readonly consumer: string;
}

export const accepts = ({ configMap, consumer }: Params, baseline: Baseline): readonly Attempt[] => {
  const data = dataOf(baseline, configMap);
  const restart = kubectl(`rollout restart ${consumer}`);
  return [
    { name: "create it and let the pods find it", calls: [kubectl("create -f -", manifestText(baseline, configMap))] },
    {
      name: "leave the final newlines out",
      calls: [
        create(
          configMap,
          changeEach(data, (text) => text.trimEnd()),
        ),
        restart,
      ],
    },
    ...(isJson(data)
      ? [
          {
            name: "indent the file in another way",
            calls: [
              create(
                configMap,
                changeEach(data, (text) => JSON.stringify(JSON.parse(text), null, 4)),
              ),
              restart,
            ],
          },
          { name: "order the file's keys in another way", calls: [create(configMap, changeEach(data, reversed)), restart] },
        ]
      : []),
    ...accountOf(baseline, configMap).map(({ user, database }) => ({
      name: "write a script that makes the app's user anew",
      calls: [
        create(
          configMap,
          changeEach(data, () => scriptFor(user, [{ role: "readWrite", db: database }])),
        ),
        restart,
      ],
    })),
  ];
};

export const rejects = ({ configMap, consumer }: Params, baseline: Baseline): readonly Attempt[] => {
  const data = dataOf(baseline, configMap);
  const restart = kubectl(`rollout restart ${consumer}`);
  const volumes = baselineWorkload(baseline, consumer).spec.template.spec.volumes ?? [];
  const at = volumes.findIndex((volume) => volume.configMap?.name === nameOf(configMap));
  const container = baselineWorkload(baseline, consumer).spec.template.spec.containers[0];
  const source = container?.envFrom?.findIndex(({ configMapRef }) => configMapRef?.name === nameOf(configMap)) ?? -1;
  const optionalSource = [{ op: "add", path: `/spec/template/spec/containers/0/envFrom/${source}/configMapRef/optional`, value: true }];
  const optional = [{ op: "add", path: `/spec/template/spec/volumes/${at}/configMap/optional`, value: true }];
  return [
    restartPods(consumer),
    {
      name: "create it with empty files",
      calls: [
        create(
          configMap,
          changeEach(data, () => ""),
        ),
        restart,
      ],
    },
    ...(at < 0
      ? []
      : [{ name: "mark the volume as optional", calls: [kubectl(`patch ${consumer} --type=json -p '${JSON.stringify(optional)}'`)] }]),
    ...(source < 0
      ? []
      : [
          {
            name: "mark the source of the variables as optional",
            calls: [kubectl(`patch ${consumer} --type=json -p '${JSON.stringify(optionalSource)}'`)],
          },
        ]),
    ...(isJson(data)
      ? [{ name: "create it with other values", calls: [create(configMap, changeEach(data, withOtherValues)), restart] }]
      : [
          {
            name: "create it with half of the file",
            calls: [
              create(
                configMap,
                changeEach(data, (text) => text.slice(0, text.indexOf("\n"))),
              ),
              restart,
            ],
          },
        ]),
    ...accountOf(baseline, configMap).map(({ user }) => ({
      name: "write a script whose user may do nothing",
      calls: [
        create(
          configMap,
          changeEach(data, () => scriptFor(user, [])),
        ),
        restart,
      ],
    })),
  ];
};

/** The app's account in the store whose scripts the ConfigMap holds; none for others. */
const accountOf = ({ app }: Baseline, configMap: string) =>
  app.components.flatMap(({ auth, configMaps }) =>
    auth !== undefined && configMaps.some(({ name }) => name === nameOf(configMap)) ? [auth] : [],
  );

const scriptFor = (user: string, roles: readonly { readonly role: string; readonly db: string }[]): string =>
  `db.getSiblingDB("admin").createUser(${JSON.stringify({ user, pwd: "c0nvenient", roles })});\n`;

type Data = Readonly<Record<string, string>>;

const dataOf = (baseline: Baseline, configMap: string): Data =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.data ?? {};

const create = (configMap: string, data: Data): ToolCall =>
  kubectl("create -f -", JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: nameOf(configMap) }, data }));

const changeEach = (data: Data, change: (text: string) => string): Data =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, change(text)]));

const isJson = (data: Data): boolean => Object.values(data).every((text) => Object.keys(parseSettings(text)).length > 0);

const reversed = (text: string): string => JSON.stringify(Object.fromEntries(Object.entries(parseSettings(text)).reverse()));

const withOtherValues = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.keys(parseSettings(text)).map((setting) => [setting, "localhost:80"])));
