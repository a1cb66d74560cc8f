import { decodeBase64Text } from "#core/base64.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Secret } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import type { StoreArguments } from "../store-arguments.ts";

/** Parameters: a server with the arguments that it had, and the certificate that is mounted there. */
export interface Params extends StoreArguments {
  readonly certificate: string;
}

/** Arguments that set the mode of TLS, with the certificate. */
export const tlsOptions = ({ certificate }: Pick<Params, "certificate">, mode: string): readonly string[] => [
  `--tlsMode=${mode}`,
  `--tlsCertificateKeyFile=${certificate}`,
];

/** True if the words of one of a workload's containers let its server take connections with TLS alone. */
export const demandsTls = ({ spec }: Workload): boolean =>
  spec.template.spec.containers.some(({ command = [], args = [] }) => /--tlsMode[ =]requireTLS\b/.test([...command, ...args].join(" ")));

/** Path of a certificate with its key in a Secret that is mounted; undefined where there is none. */
export const findCertificate = async (view: ClusterView, namespace: string, { spec }: Workload): Promise<string | undefined> => {
  for (const { name, mountPath } of spec.template.spec.containers[0]?.volumeMounts ?? []) {
    const secret = spec.template.spec.volumes?.find((volume) => volume.name === name)?.secret?.secretName;
    if (secret === undefined) continue;
    const { data = {} } = (await getObject<Secret>(view, { resource: "secrets", namespace, name: secret })) ?? {};
    const key = Object.keys(data).find((candidate) => /PRIVATE KEY[\s\S]*CERTIFICATE/.test(decodeBase64Text(data[candidate] ?? "")));
    if (key !== undefined) return `${mountPath}/${key}`;
  }
  return undefined;
};
