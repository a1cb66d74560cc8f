import { defineKind } from "../../schema/kind-strategy.ts";
import { bindingErrors } from "./binding-errors.ts";
import type { AdmissionPolicy, PolicyBinding } from "./policy.ts";
import { policyErrors } from "./policy-errors.ts";

const policyKind = defineKind<AdmissionPolicy>({
  hasGeneration: true,
  hasStatus: true,
  validate: (policy, errors) => void errors.push(...policyErrors(policy)),
});

const bindingKind = defineKind<PolicyBinding>({
  hasGeneration: true,
  validate: ({ spec }, errors) => void errors.push(...bindingErrors(spec ?? {})),
});

/** Policies in CEL, and what puts them into force. */
export const policyKinds = {
  "validatingadmissionpolicies.admissionregistration.k8s.io": policyKind,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": bindingKind,
};
