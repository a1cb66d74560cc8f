import { isSameJson } from "#core/canonical-json.ts";
import { labelProblems, labelValueProblems, qualifiedNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { EndpointAddress, EndpointSlice, Endpoints, SliceEndpoint } from "#kube/types/network.ts";
import { duplicate, type FieldError, invalidEach, invalidValue, required, tooMany, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { endpointIpErrors, ipErrors, ipFamily } from "../../validation/addresses.ts";
import { validatePortNumber } from "../../validation/container.ts";
import { immutable } from "../../validation/immutable.ts";
import { endpointsWarnings, sliceWarnings } from "../../warnings/network-warnings.ts";

/** Strategy of Endpoints. */
export const endpointsKind = defineKind<Endpoints>({
  createsOnUpdate: true,
  validate: ({ subsets }, errors) => {
    subsets?.forEach(({ addresses = [], notReadyAddresses = [], ports = [] }, i) => {
      const path = `subsets[${i}]`;
      if (addresses.length + notReadyAddresses.length === 0) {
        errors.push(required(path, "must specify `addresses` or `notReadyAddresses`"));
      }
      for (const [j, address] of addresses.entries()) validateAddress(address, `${path}.addresses[${j}]`, errors);
      for (const [j, address] of notReadyAddresses.entries()) validateAddress(address, `${path}.notReadyAddresses[${j}]`, errors);
      for (const [j, port] of ports.entries()) validatePort(port, ports.length > 1, `${path}.ports[${j}]`, errors);
    });
  },
  warn: (endpoints, _old, warnings) => void warnings.push(...endpointsWarnings(endpoints)),
});

const PROTOCOLS = ["SCTP", "TCP", "UDP"];

const validateAddress = ({ ip, hostname, nodeName }: EndpointAddress, path: string, errors: FieldError[]): void => {
  errors.push(...ipErrors(`${path}.ip`, ip ?? ""));
  if (hostname) errors.push(...invalidEach(`${path}.hostname`, hostname, labelProblems(hostname)));
  if (nodeName !== undefined) errors.push(...invalidEach(`${path}.nodeName`, nodeName, subdomainProblems(nodeName)));
  errors.push(...endpointIpErrors(`${path}.ip`, ip ?? ""));
};

interface Port {
  readonly name?: string;
  readonly port?: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

const validatePort = ({ name, port, protocol, appProtocol }: Port, needsName: boolean, path: string, errors: FieldError[]): void => {
  if (name) errors.push(...invalidEach(`${path}.name`, name, labelProblems(name)));
  else if (needsName) errors.push(required(`${path}.name`));
  validatePortNumber(port ?? 0, `${path}.port`, errors);
  validateProtocols(protocol, appProtocol, path, errors);
};

const validateProtocols = (protocol: string | undefined, application: string | undefined, path: string, errors: FieldError[]): void => {
  if (!protocol) errors.push(required(`${path}.protocol`));
  else if (!PROTOCOLS.includes(protocol)) errors.push(unsupported(`${path}.protocol`, protocol, PROTOCOLS));
  if (application !== undefined) errors.push(...invalidEach(`${path}.appProtocol`, application, qualifiedNameProblems(application)));
};

const TYPES = ["FQDN", "IPv4", "IPv6"];
const ENDPOINTS_MAX = 1000;
const ADDRESSES_MAX = 100;

/** Strategy of EndpointSlices. */
export const endpointSliceKind = defineKind<EndpointSlice>({
  hasGeneration: true,
  countsWholeBody: true,
  countsLabels: true,
  validate: ({ addressType, ports }, errors) => {
    if (!addressType) errors.push(required("addressType"));
    else if (!TYPES.includes(addressType)) errors.push(unsupported("addressType", addressType, TYPES));
    validateSlicePorts(ports ?? [], errors);
  },
  validateCreate: (slice, errors) => validateEndpoints(slice, errors),
  // Endpoints that stay as they were are not looked at again.
  validateUpdate: (slice, old, errors) => {
    if (!isSameJson(slice.endpoints ?? [], old.endpoints ?? [])) validateEndpoints(slice, errors);
    immutable(slice.addressType, old.addressType, "addressType", errors);
  },
  warn: (slice, _old, warnings) => void warnings.push(...sliceWarnings(slice)),
});

const validateSlicePorts = (ports: readonly Port[], errors: FieldError[]): void => {
  const names = new Set<string>();
  ports.forEach(({ name = "", protocol, appProtocol }, i) => {
    const path = `ports[${i}]`;
    if (name !== "") errors.push(...invalidEach(`${path}.name`, name, labelProblems(name)));
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
    validateProtocols(protocol, appProtocol, path, errors);
  });
};

const validateEndpoints = ({ addressType, endpoints: given }: EndpointSlice, errors: FieldError[]): void => {
  const endpoints = given ?? [];
  if (endpoints.length > ENDPOINTS_MAX) return void errors.push(tooMany("endpoints", endpoints.length, ENDPOINTS_MAX));
  for (const [i, endpoint] of endpoints.entries()) validateEndpoint(endpoint, addressType, `endpoints[${i}]`, errors);
};

const validateEndpoint = (
  { addresses: given, nodeName, hostname, hints = {} }: SliceEndpoint,
  type: string,
  path: string,
  errors: FieldError[],
): void => {
  const place = `${path}.addresses`;
  // An empty list is read as null.
  const addresses = given ?? [];
  if (addresses.length === 0) errors.push(required(place, "must contain at least 1 address"));
  if (addresses.length > ADDRESSES_MAX) errors.push(tooMany(place, addresses.length, ADDRESSES_MAX));
  for (const [i, address] of addresses.entries()) errors.push(...sliceAddressErrors(address, type, place, i));
  if (nodeName !== undefined) errors.push(...invalidEach(`${path}.nodeName`, nodeName, subdomainProblems(nodeName)));
  if (hostname !== undefined) errors.push(...invalidEach(`${path}.hostname`, hostname, labelProblems(hostname)));
  const zones = hintErrors(hints.forZones ?? [], `${path}.hints.forZones`, labelValueProblems);
  errors.push(...zones);
  // Too many zones, and nobody looks at the nodes.
  if ((hints.forZones ?? []).length > HINTS_MAX) return;
  errors.push(...hintErrors(hints.forNodes ?? [], `${path}.hints.forNodes`, subdomainProblems));
};

const HINTS_MAX = 8;

const hintErrors = (
  hints: readonly { readonly name?: string }[],
  path: string,
  problemsOf: (name: string) => readonly string[],
): readonly FieldError[] => {
  if (hints.length > HINTS_MAX) return [tooMany(path, hints.length, HINTS_MAX)];
  const names = hints.map(({ name = "" }) => name);
  return names.flatMap((name, i) => {
    const place = `${path}[${i}].name`;
    const twin = names.indexOf(name) < i ? [duplicate(place, name)] : [];
    return [...twin, ...invalidEach(place, name, problemsOf(name))];
  });
};

const sliceAddressErrors = (address: string, type: string, place: string, index: number): readonly FieldError[] => {
  const path = `${place}[${index}]`;
  if (type === "FQDN") return domainErrors(address, path);
  if (type !== "IPv4" && type !== "IPv6") return [];
  const unreadable = ipErrors(path, address);
  if (unreadable.length > 0) return unreadable;
  // A wrong family is told of the list, and not of the address in it.
  const family = ipFamily(address) === type ? [] : [invalidValue(place, address, `must be an ${type} address`)];
  return [...family, ...endpointIpErrors(path, address)];
};

const domainErrors = (text: string, path: string): readonly FieldError[] => {
  if (text === "") return [required(path)];
  const name = text.replace(/\.$/, "");
  const problems = subdomainProblems(name);
  if (problems.length > 0) return [invalidValue(path, name, problems.join(","))];
  if (!name.includes(".")) return [invalidValue(path, name, "should be a domain with at least two segments separated by dots")];
  return name.split(".").flatMap((label) => invalidEach(path, label, labelProblems(label)));
};
