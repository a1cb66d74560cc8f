import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, manifestText, restartPods, scaleDown } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { create, type Params, valuesBefore } from "./secret-content.ts";

export const accepts = ({ secret, consumer }: Params, baseline: Baseline): readonly Attempt[] => {
  const values = valuesBefore(baseline, secret);
  const literals = Object.entries(values).map(([key, value]) => `--from-literal=${key}=${value}`);
  const restart = kubectl(`rollout restart ${consumer}`);
  return [
    { name: "create the chart's and let the pods find it", calls: [kubectl("create -f -", manifestText(baseline, secret))] },
    { name: "create it of literals", calls: [kubectl(`create secret generic ${nameOf(secret)} ${literals.join(" ")}`), restart] },
    ...copies(baseline, secret),
    ...(servicesIn(baseline, values).length === 0
      ? []
      : [{ name: "call the database by its full name", calls: [create(secret, withFullNames(baseline, values)), restart] }]),
  ];
};

export const rejects = ({ secret, consumer }: Params, baseline: Baseline): readonly Attempt[] => {
  const values = valuesBefore(baseline, secret);
  const restart = kubectl(`rollout restart ${consumer}`);
  const ofPassword = (value: string) =>
    Object.fromEntries(Object.entries(values).map((pair) => (isPassword(pair) ? [pair[0], value] : pair)));
  const plain = Object.entries(values).map(([name, value]) => ({ name, value }));
  const [container] = baselineWorkload(baseline, consumer).spec.template.spec.containers;
  const sources = container?.envFrom ?? [];
  const at = sources.findIndex(({ secretRef }) => secretRef?.name === nameOf(secret));
  const patch = (operations: readonly object[]) => [kubectl(`patch ${consumer} --type=json -p '${JSON.stringify(operations)}'`)];
  const source = `/spec/template/spec/containers/0/envFrom/${at}`;
  return [
    restartPods(consumer),
    scaleDown(consumer),
    { name: "create it without a key", calls: [kubectl(`create secret generic ${nameOf(secret)}`), restart] },
    { name: "create it with another password", calls: [create(secret, ofPassword("changeme")), restart] },
    ...(at < 0
      ? []
      : [
          { name: "mark the source as optional", calls: patch([{ op: "add", path: `${source}/secretRef/optional`, value: true }]) },
          {
            name: "write the values into the template",
            calls: patch([
              { op: "remove", path: source },
              { op: "add", path: "/spec/template/spec/containers/0/env", value: [...(container?.env ?? []), ...plain] },
            ]),
          },
        ]),
  ];
};

/** Copies another program's Secret, with keys that begin with this one's name: its image tells that in small letters. */
const copies = (baseline: Baseline, secret: string): readonly Attempt[] => {
  const own = programIn(Object.keys(valuesBefore(baseline, secret)));
  const like = ownObjects(baseline, "secrets").find(
    ({ metadata: { name } }) => name !== nameOf(secret) && programIn(Object.keys(valuesBefore(baseline, `secret/${name}`))) !== undefined,
  )?.metadata.name;
  if (own === undefined || like === undefined) return [];
  const theirs = programIn(Object.keys(valuesBefore(baseline, `secret/${like}`)));
  const program = own.toLowerCase().replaceAll("_", "-");
  const named = `-e 's/^  name: .*/  name: ${nameOf(secret)}/' -e "s/^  ${theirs}_/  $(echo ${program} | tr a-z- A-Z_)_/"`;
  const anew = "-e '/uid: /d; /resourceVersion: /d; /creationTimestamp: /d'";
  return [
    {
      name: "copy another program's Secret, with keys of this one's name",
      calls: [kubectl(`get secret/${like} -o yaml | sed ${named} ${anew} | kubectl create -f -`)],
    },
  ];
};

/** The word with which the keys of a database begin, `ORDER_OTHER`; undefined: they do not begin with a program's name. */
const programIn = (keys: readonly string[]): string | undefined =>
  keys.map((key) => /^(\w+)_MYSQL_DATABASE$/.exec(key)?.[1]).find((program) => program !== undefined);

const isPassword = ([key]: readonly [string, string]): boolean => /password$/i.test(key);

const servicesIn = (baseline: Baseline, values: Readonly<Record<string, string>>): readonly string[] =>
  ownObjects(baseline, "services").flatMap(({ metadata: { name } }) => (Object.values(values).includes(name) ? [name] : []));

const withFullNames = (baseline: Baseline, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const services = servicesIn(baseline, values);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key.endsWith("HOST") && services.includes(value) ? `${value}.${baseline.namespace}.svc.cluster.local` : value,
    ]),
  );
};
