import { dns1035Problems } from "#kube/objects/names.ts";
import { caBundleProblem } from "../../policy/webhooks/ca-bundle.ts";
import { clientConfigErrors } from "../../policy/webhooks/client-config-errors.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../field-error.ts";
import { type CustomResourceDefinition, hasCondition } from "./definition.ts";

/** Field errors of a definition's conversion, named by the server's internal fields. */
export const conversionErrors = ({ spec: { conversion = {} } }: CustomResourceDefinition): readonly FieldError[] => {
  const { strategy, webhook: { clientConfig, conversionReviewVersions = [] } = {} } = conversion;
  if (strategy === "Webhook")
    return [
      ...(clientConfig === undefined
        ? [required(CLIENT, "required when strategy is set to Webhook")]
        : clientConfigErrors(clientConfig, CLIENT)),
      ...reviewVersionErrors(conversionReviewVersions),
    ];
  const errors: FieldError[] = [];
  if (!strategy) errors.push(required("spec.conversion.strategy"));
  else if (strategy !== "None") errors.push(unsupported("spec.conversion.strategy", strategy, ["None", "Webhook"]));
  if (clientConfig !== undefined) errors.push(forbiddenField(CLIENT, NOT_WEBHOOK));
  if (conversionReviewVersions.length > 0) errors.push(forbiddenField(REVIEW_VERSIONS, NOT_WEBHOOK));
  return errors;
};

/** Field errors of a conversion webhook's CA bundle; unchecked before the definition is established, or if it was invalid before. */
export const bundleErrors = (definition: CustomResourceDefinition, old: CustomResourceDefinition): readonly FieldError[] => {
  const { strategy } = definition.spec.conversion ?? {};
  const bundle = bundleOf(definition);
  if (strategy !== "Webhook" || !hasCondition(old, "Established") || caBundleProblem(bundleOf(old)) !== undefined) return [];
  const problem = caBundleProblem(bundle);
  return problem === undefined ? [] : [invalidValue(`${CLIENT}.caBundle`, bundle, problem)];
};

/** PEM in base 64. */
export const bundleOf = ({ spec }: CustomResourceDefinition): string | undefined => spec.conversion?.webhook?.clientConfig?.caBundle;

const CLIENT = "spec.conversion.webhookClientConfig";
const REVIEW_VERSIONS = "spec.conversion.conversionReviewVersions";
const NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

const reviewVersionErrors = (versions: readonly string[]): readonly FieldError[] => {
  if (versions.length === 0) return [required(REVIEW_VERSIONS)];
  const errors = versions.flatMap((version, i) => {
    const field = `${REVIEW_VERSIONS}[${i}]`;
    if (versions.indexOf(version) < i) return [invalidValue(field, version, "duplicate version")];
    return dns1035Problems(version).map((problem) => invalidValue(field, version, problem));
  });
  if (versions.includes("v1") || versions.includes("v1beta1")) return errors;
  return [...errors, invalidValue(REVIEW_VERSIONS, versions, "must include at least one of v1, v1beta1")];
};
