import { decodeBase64Text } from "#core/base64.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Secret } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Exclusion, Place, Target } from "../injector.ts";

/**
 * Lists the Secrets without which one of the app's own workloads starts no container, and whose content something else in the
 * namespace tells: its values are in other Secrets, and its keys are named by the workload, or made as another's are.
 */
export const readSecrets = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads } = await listOwnWorkloads(view, namespace, app);
  const secrets = await listObjects<Secret>(view, { resource: "secrets", namespace });
  const [targets, excluded]: [Target[], Exclusion[]] = [[], []];
  for (const secret of secrets) {
    const resource = `secret/${secret.metadata.name}`;
    const readers = workloads.filter((workload) => mustRead(workload, secret.metadata.name));
    const [reader] = readers;
    if (reader === undefined) excluded.push({ resource, reason: "no workload of the app needs it to start" });
    else if (!isTold(secret, secrets, readers)) excluded.push({ resource, reason: "nothing else tells what it held" });
    else
      targets.push({
        resource,
        visible: reader.component.userShare > 0,
        facts: { consumer: reader.target },
        // No new pod of any of its readers starts, so that what is wrong with those does not show.
        ...(readers.length > 1 && { masks: true }),
      });
  }
  return { targets, excluded };
};

const mustRead = (reader: AppWorkload, secret: string): boolean =>
  containersOf(reader).some(({ envFrom = [] }) => envFrom.some(({ secretRef }) => secretRef?.name === secret && !secretRef.optional)) ||
  keysNamed(reader, secret).length > 0 ||
  (reader.workload.spec.template.spec.volumes ?? []).some((volume) => volume.secret?.secretName === secret && !volume.secret.optional);

/** Keys of the Secret that variables of the workload name. */
const keysNamed = (reader: AppWorkload, secret: string): readonly string[] =>
  containersOf(reader).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => {
      const ref = valueFrom?.secretKeyRef;
      return ref?.name === secret && ref.optional !== true ? [ref.key] : [];
    }),
  );

const containersOf = ({ workload }: AppWorkload): readonly Container[] => {
  const { containers, initContainers = [] } = workload.spec.template.spec;
  return [...initContainers, ...containers];
};

const isTold = (secret: Secret, secrets: readonly Secret[], readers: readonly AppWorkload[]): boolean => {
  const others = secrets.filter(({ metadata }) => metadata.name !== secret.metadata.name);
  const told = new Set(others.flatMap(({ data = {} }) => Object.values(data).map(decodeBase64Text)));
  const keys = Object.keys(secret.data ?? {});
  const named = new Set(readers.flatMap((reader) => keysNamed(reader, secret.metadata.name)));
  return (
    Object.values(secret.data ?? {}).every((value) => told.has(decodeBase64Text(value))) &&
    (keys.every((key) => named.has(key)) || others.some((other) => areAlike(keys, Object.keys(other.data ?? {}))))
  );
};

/** True for keys that differ by the word before them alone, which is the program's name: `ORDER_MYSQL_HOST` and `USER_MYSQL_HOST`. */
const areAlike = (keys: readonly string[], others: readonly string[]): boolean => {
  const [own, theirs] = [endings(keys), endings(others)];
  return keys.length > 1 && own.size === theirs.size && [...own].every((ending) => theirs.has(ending));
};

/** Words of the keys behind those with which all of them begin, and the last of those. */
const endings = (keys: readonly string[]): ReadonlySet<string> => {
  const words = keys.map((key) => key.split("_"));
  const [first = []] = words;
  const unlike = first.findIndex((word, i) => !words.every((other) => other[i] === word));
  return new Set(words.map((each) => each.slice(Math.max(unlike - 1, 0)).join("_")));
};
