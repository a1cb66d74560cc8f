import type { Rng } from "#core/rng.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Target } from "../injector.ts";

/** A check of a setting that the init container lacks. */
export interface FailingCheck {
  readonly name: string;
  readonly setting: string;
}

/** Facts of a workload that `sampleCheck` uses. */
export const checkFacts = ({ spec }: Workload): Target["facts"] => ({
  names: (spec.template.spec.initContainers ?? []).map(({ name }) => name),
});

/** Draws a name for the init container that the workload has not, and a setting that it asks for. */
export const sampleCheck = (rng: Rng, facts: Target["facts"]): FailingCheck => {
  const names = facts["names"] as readonly string[];
  return {
    name: rng.stream("name").pick(NAMES.filter((name) => !names.includes(name))),
    setting: rng.stream("setting").pick(SETTINGS),
  };
};

const NAMES: readonly string[] = ["check-config", "validate-settings", "preflight", "config-lint"];
const SETTINGS: readonly string[] = ["CONFIG_REVISION", "SCHEMA_VERSION", "RELEASE_CHANNEL", "TENANT_ID", "DEPLOY_REGION"];

/** Init container that ends with 1 unless it has a value for the setting. */
export const checkContainer = ({ name, setting }: FailingCheck): Container => ({
  name,
  image: "busybox:1.36",
  command: ["sh", "-c", `if [ -z "$${setting}" ]; then echo "config error: ${setting} is empty"; exit 1; fi; echo "config ok"`],
});

/** Says why an init container cannot end well, as far as its template tells; undefined where it can. */
export const whyItFails = ({ command, args, env = [], envFrom, restartPolicy }: Container, setting: string): string | undefined => {
  // One that runs on beside the others may fail for ever and hold nobody up.
  if (restartPolicy !== undefined) return "is started again whenever it ends";
  if (![...(command ?? []), ...(args ?? [])].some((text) => text.includes(setting)) || envFrom !== undefined) return undefined;
  const given = env.find(({ name }) => name === setting);
  return given?.valueFrom === undefined && (given?.value ?? "") === "" ? `asks for ${setting}, which it has not` : undefined;
};
