import { expect, test } from "vitest";
import { decodeObject } from "./decode.ts";

/** Objects as a server of 1.35.4 defaults them, from the smallest valid input. */
const ROWS: readonly (readonly [type: string, sent: object, made: object])[] = [
  [
    "PriorityLevelConfigurationSpec",
    { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } },
    {
      type: "Limited",
      limited: {
        lendablePercent: 0,
        limitResponse: { type: "Queue", queuing: { handSize: 8, queueLengthLimit: 50, queues: 64 } },
        nominalConcurrencyShares: 30,
      },
    },
  ],
  [
    "CSIDriverSpec",
    { attachRequired: false },
    {
      attachRequired: false,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ["Persistent"],
    },
  ],
  [
    "FlowSchemaSpec",
    { priorityLevelConfiguration: { name: "l" } },
    { matchingPrecedence: 1000, priorityLevelConfiguration: { name: "l" } },
  ],
  [
    "ValidatingAdmissionPolicySpec",
    { matchConstraints: { resourceRules: [{ resources: ["*"] }] } },
    {
      failurePolicy: "Fail",
      matchConstraints: {
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ resources: ["*"], scope: "*" }],
      },
    },
  ],
];

test.each(ROWS)("a %s gets its defaults", (type, sent, made) => {
  expect(decodeObject(type, sent)).toEqual({ value: made, unknownFields: [], error: undefined });
});
