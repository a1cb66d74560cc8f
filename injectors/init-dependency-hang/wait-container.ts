import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Container } from "#kube/types/pod.ts";
import type { TemplateParams } from "../unschedulable-template.ts";

/** A wait for a Service that is not there, `service/<name>`, in an init container of this name. */
export interface Wait {
  readonly name: string;
  readonly host: string;
}

export type Params = TemplateParams & Wait;

/** Draws a name that is not taken, and an init container that waits for it. */
export const sampleWait = (rng: Rng, { taken, names }: { readonly taken: readonly string[]; readonly names: readonly string[] }): Wait => ({
  name: rng.stream("name").pick(NAMES.filter((name) => !names.includes(name))),
  host: `service/${rng.stream("host").pick(HOSTS.filter((host) => !taken.includes(host)))}`,
});

const NAMES: readonly string[] = ["wait-for-dependency", "wait-for-dns", "check-dependency", "init-wait"];
const HOSTS: readonly string[] = ["legacy-config-service", "config-server", "schema-registry", "migration-status", "settings-store"];

/** Init container that waits until the name resolves. */
export const waitContainer = ({ name, host }: Wait): Container => ({
  name,
  image: "busybox:1.36",
  command: ["sh", "-c", `until nslookup ${nameOf(host)}; do echo waiting for ${nameOf(host)}; sleep 2; done`],
});
