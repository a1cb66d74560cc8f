import { labelProblems, portNameProblems } from "#kube/objects/names.ts";
import type { Container, ContainerPort, Probe } from "#kube/types/pod.ts";
import {
  duplicate,
  type FieldError,
  forbiddenField,
  inOrder,
  invalidEach,
  invalidValue,
  notFoundValue,
  required,
  unsupported,
} from "../field-error.ts";
import { validateEnv, validateEnvFrom } from "./container-env.ts";
import { validateSeccomp } from "./pod-settings.ts";
import { validateResources } from "./resource-amounts.ts";
import { descendingPathErrors } from "./volumes.ts";

/** Field path of a container and the names that it may refer to. */
export interface ContainerPlace {
  readonly path: string;
  /** Role of the container; hooks and probes are for app containers and sidecars only. */
  readonly role: "app" | "init" | "ephemeral";
  /** Names of mountable volumes. */
  readonly volumes: ReadonlySet<string>;
  /** Names of the containers before it; its own is added. */
  readonly names: Set<string>;
}

/** Checks a container. */
export const validateContainer = (container: Container, { path, role, volumes, names }: ContainerPlace, errors: FieldError[]): void => {
  if (!container.name) errors.push(required(`${path}.name`));
  else errors.push(...invalidEach(`${path}.name`, container.name, labelProblems(container.name)));
  if (!container.image) errors.push(required(`${path}.image`));
  oneOf(container.terminationMessagePolicy, MESSAGE_POLICIES, `${path}.terminationMessagePolicy`, errors);
  validatePorts(container.ports ?? [], `${path}.ports`, errors);
  for (const [i, variable] of (container.env ?? []).entries()) validateEnv(variable, `${path}.env[${i}]`, errors);
  for (const [i, source] of (container.envFrom ?? []).entries()) validateEnvFrom(source, `${path}.envFrom[${i}]`, errors);
  validateMounts(container, volumes, `${path}.volumeMounts`, errors);
  oneOf(container.imagePullPolicy, PULL_POLICIES, `${path}.imagePullPolicy`, errors);
  if (container.resources !== undefined) validateResources(container.resources, `${path}.resources`, errors);
  if (container.securityContext !== undefined) validateSecurity(container.securityContext, `${path}.securityContext`, errors);
  if (names.has(container.name)) errors.push(duplicate(`${path}.name`, container.name));
  names.add(container.name);
  if (container.restartPolicy !== undefined && !RESTARTS.includes(container.restartPolicy)) {
    errors.push(unsupported(`${path}.restartPolicy`, container.restartPolicy, RESTARTS));
  }
  if (role === "app") validateHooks(container, path, errors);
  else if (role === "init") forbidHooks(container, path, errors);
};

const validateSecurity = (context: Readonly<Record<string, unknown>>, path: string, errors: FieldError[]): void => {
  for (const member of ["runAsUser", "runAsGroup"]) {
    const id = context[member];
    if (typeof id === "number" && (id < 0 || id > 2_147_483_647)) {
      errors.push(invalidValue(`${path}.${member}`, id, "must be between 0 and 2147483647, inclusive"));
    }
  }
  validateSeccomp(context["seccompProfile"], `${path}.seccompProfile`, errors);
  if (context["allowPrivilegeEscalation"] === false && context["privileged"] === true) {
    const shown = Object.fromEntries(SECURITY_MEMBERS.map((name) => [name, context[name[0]?.toLowerCase() + name.slice(1)] ?? null]));
    errors.push(invalidValue(path, inOrder(shown), "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
  }
};

const SECURITY_MEMBERS = [
  "Capabilities",
  "Privileged",
  "SELinuxOptions",
  "WindowsOptions",
  "RunAsUser",
  "RunAsGroup",
  "RunAsNonRoot",
  "ReadOnlyRootFilesystem",
  "AllowPrivilegeEscalation",
  "ProcMount",
  "SeccompProfile",
  "AppArmorProfile",
];

const MESSAGE_POLICIES = ["File", "FallbackToLogsOnError"];
const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

const oneOf = (value: string | undefined, allowed: readonly string[], path: string, errors: FieldError[]): void => {
  if (!value) errors.push(required(path));
  else if (!allowed.includes(value)) errors.push(unsupported(path, value, allowed));
};

/** Checks a port number. */
export const validatePortNumber = (port: number, path: string, errors: FieldError[]): void => {
  if (port < 1 || port > 65_535) errors.push(invalidValue(path, port, "must be between 1 and 65535, inclusive"));
};

/** Validates a port number or name. */
export const validatePortRef = (port: number | string | undefined, path: string, errors: FieldError[]): void => {
  if (typeof port !== "string") validatePortNumber(port ?? 0, path, errors);
  else errors.push(...invalidEach(path, port, portNameProblems(port)));
};

const validatePorts = (ports: readonly ContainerPort[], path: string, errors: FieldError[]): void => {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const place = `${path}[${i}]`;
    const problems = port.name === undefined ? [] : portNameProblems(port.name);
    errors.push(...invalidEach(`${place}.name`, port.name, problems));
    if (port.name !== undefined && problems.length === 0) {
      if (names.has(port.name)) errors.push(duplicate(`${place}.name`, port.name));
      names.add(port.name);
    }
    if (!port.containerPort) errors.push(required(`${place}.containerPort`));
    else validatePortNumber(port.containerPort, `${place}.containerPort`, errors);
    if (port.hostPort) validatePortNumber(port.hostPort, `${place}.hostPort`, errors);
    oneOf(port.protocol, PROTOCOLS, `${place}.protocol`, errors);
  });
};

const validateMounts = ({ volumeMounts = [] }: Container, volumes: ReadonlySet<string>, path: string, errors: FieldError[]): void => {
  const paths = new Set<string>();
  volumeMounts.forEach(({ name, mountPath, subPath }, i) => {
    const place = `${path}[${i}]`;
    if (!name) errors.push(required(`${place}.name`));
    if (!volumes.has(name)) errors.push(notFoundValue(`${place}.name`, name ?? ""));
    if (!mountPath) errors.push(required(`${place}.mountPath`));
    if (paths.has(mountPath)) errors.push(invalidValue(`${place}.mountPath`, mountPath, "must be unique"));
    paths.add(mountPath);
    if (subPath) errors.push(...descendingPathErrors(`${path}.subPath`, subPath));
  });
};

const validateHooks = (container: Container, path: string, errors: FieldError[]): void => {
  for (const hook of ["postStart", "preStop"]) {
    const handler = container.lifecycle?.[hook];
    if (handler !== undefined) validateHandler(handler as Probe, `${path}.lifecycle.${hook}`, errors);
  }
  for (const kind of PROBES) {
    const probe = container[kind];
    if (probe === undefined) continue;
    validateProbe(probe, `${path}.${kind}`, errors);
    if (kind === "readinessProbe") {
      if (probe.terminationGracePeriodSeconds !== undefined) {
        const detail = "must not be set for readinessProbes";
        errors.push(invalidValue(`${path}.${kind}.terminationGracePeriodSeconds`, probe.terminationGracePeriodSeconds, detail));
      }
    } else if (probe.successThreshold !== 1) {
      errors.push(invalidValue(`${path}.${kind}.successThreshold`, probe.successThreshold, "must be 1"));
    }
  }
};

const RESTARTS = ["Always", "Never", "OnFailure"];

const forbidHooks = (container: Container, path: string, errors: FieldError[]): void => {
  for (const member of ["lifecycle", ...PROBES] as const) {
    if (container[member] !== undefined) {
      errors.push(forbiddenField(`${path}.${member}`, "may not be set for init containers without restartPolicy=Always"));
    }
  }
};

const validateProbe = (probe: Probe, path: string, errors: FieldError[]): void => {
  validateHandler(probe, path, errors);
  for (const member of NUMBERS) {
    const value = probe[member] ?? 0;
    if (value < 0) errors.push(invalidValue(`${path}.${member}`, value, "must be greater than or equal to 0"));
  }
  const grace = probe.terminationGracePeriodSeconds;
  if (grace !== undefined && grace <= 0)
    errors.push(invalidValue(`${path}.terminationGracePeriodSeconds`, grace, "must be greater than 0"));
};

const NUMBERS = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] as const;
const SCHEMES = ["HTTP", "HTTPS"];
const HEADER_DETAIL =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const HANDLERS = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"];

const validateHandler = (handler: Probe, path: string, errors: FieldError[]): void => {
  const given = HANDLERS.filter((kind) => (handler as Readonly<Record<string, unknown>>)[kind] !== undefined);
  if (given.length === 0) return void errors.push(required(path, "must specify a handler type"));
  const { exec, httpGet, tcpSocket, grpc } = handler;
  if (given[0] === "exec" && (exec?.command ?? []).length === 0) errors.push(required(`${path}.exec.command`));
  if (given[0] === "httpGet" && httpGet !== undefined) {
    if (!httpGet.path) errors.push(required(`${path}.httpGet.path`));
    validatePortRef(httpGet.port, `${path}.httpGet.port`, errors);
    if (!SCHEMES.includes(httpGet.scheme ?? "")) errors.push(unsupported(`${path}.httpGet.scheme`, httpGet.scheme ?? "", SCHEMES));
    for (const { name } of (httpGet as { readonly httpHeaders?: readonly { readonly name: string }[] }).httpHeaders ?? []) {
      if (!/^[-A-Za-z0-9]+$/.test(name)) errors.push(invalidValue(`${path}.httpGet.httpHeaders`, name, HEADER_DETAIL));
    }
  }
  if (given[0] === "tcpSocket") validatePortRef(tcpSocket?.port, `${path}.tcpSocket.port`, errors);
  if (given[0] === "grpc") validatePortRef(grpc?.port, `${path}.grpc.port`, errors);
  for (const extra of given.slice(1)) errors.push(forbiddenField(`${path}.${extra}`, "may not specify more than 1 handler type"));
};
