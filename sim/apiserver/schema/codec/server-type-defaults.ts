import { fill, type Raw } from "./same.ts";

/** Defaults of types of API server configuration: policies, storage drivers, flow control. */
export const SERVER_TYPE_DEFAULTS: Readonly<Record<string, (value: Raw) => Raw>> = {
  ValidatingAdmissionPolicySpec: (spec) => fill(spec, { failurePolicy: "Fail" }),
  MatchResources: (resources) => fill(resources, { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} }),
  NamedRuleWithOperations: (rule) => fill(rule, { scope: "*" }),
  ValidatingWebhook: (webhook) => fill(webhook, WEBHOOK),
  MutatingWebhook: (webhook) => fill(webhook, { ...WEBHOOK, reinvocationPolicy: "Never" }),
  RuleWithOperations: (rule) => fill(rule, { scope: "*" }),
  WebhookServiceReference: (reference) => fill(reference, { port: 443 }),
  ServiceReference: (reference) => fill(reference, { port: 443 }),
  CSIDriverSpec: (spec) =>
    fill(spec, {
      attachRequired: true,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ["Persistent"],
    }),
  ExactDeviceRequest: (request) => counted(request),
  DeviceSubRequest: (request) => counted(request),
  DeviceToleration: (toleration) => fill(toleration, { operator: "Equal" }),
  FlowSchemaSpec: (spec) => fillNoughts(spec, { matchingPrecedence: 1000 }),
  ExemptPriorityLevelConfiguration: (level) => fill(level, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  LimitedPriorityLevelConfiguration: (level) => fill(level, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  QueuingConfiguration: (queuing) => fillNoughts(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 }),
};

const WEBHOOK = { failurePolicy: "Fail", matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, timeoutSeconds: 10 };

/** Fills in where nought stands, which is no value here. */
const fillNoughts = (object: Raw, missing: Raw): Raw => {
  const filled = Object.entries(missing).filter(([name]) => !object[name]);
  return filled.length === 0 ? object : { ...object, ...Object.fromEntries(filled) };
};

/** One device of the class, where nothing else is said. */
const counted = (request: Raw): Raw => {
  const filled = fill(request, { allocationMode: "ExactCount" });
  return filled["allocationMode"] === "ExactCount" ? fill(filled, { count: 1 }) : filled;
};
