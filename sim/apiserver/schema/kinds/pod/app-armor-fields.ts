import type { Container, Pod } from "#kube/types/pod.ts";
import { mapSame } from "../../codec/same.ts";

/**
 * Sets the AppArmor profiles of containers that annotations name, as clients before v1.30 do.
 * @param warnings gets a text for each such annotation
 */
export const withAppArmorFields = (pod: Pod, warnings: string[]): Pod => {
  const { annotations = {} } = pod.metadata;
  if (!Object.keys(annotations).some((key) => key.startsWith(PREFIX))) return pod;
  const ofPod = profileIn(pod.spec.securityContext);
  const withField = (container: Container): Container => {
    const key = `${PREFIX}${container.name}`;
    const profile = profileOf(annotations[key]);
    if (profile === undefined || profileIn(container.securityContext) !== undefined) return container;
    warnings.push(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
    if (ofPod?.type === profile.type && ofPod.localhostProfile === profile.localhostProfile) return container;
    return { ...container, securityContext: { ...container.securityContext, appArmorProfile: profile } };
  };
  const { initContainers } = pod.spec;
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(initContainers !== undefined && { initContainers: mapSame(initContainers, withField) }),
      containers: mapSame(pod.spec.containers, withField),
    },
  };
};

const PREFIX = "container.apparmor.security.beta.kubernetes.io/";
const LOCALHOST = "localhost/";

interface Profile {
  readonly type: string;
  readonly localhostProfile?: string;
}

const profileIn = (context: object | undefined): Profile | undefined =>
  (context as { readonly appArmorProfile?: Profile } | undefined)?.appArmorProfile;

const profileOf = (annotation: string | undefined): Profile | undefined => {
  if (annotation === "unconfined") return { type: "Unconfined" };
  if (annotation === "runtime/default") return { type: "RuntimeDefault" };
  const name = annotation?.startsWith(LOCALHOST) === true ? annotation.slice(LOCALHOST.length) : "";
  return name === "" ? undefined : { type: "Localhost", localhostProfile: name };
};
