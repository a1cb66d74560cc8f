import { isSameJson } from "#core/canonical-json.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, inOrder, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";

interface PriorityLevel extends KubeObject {
  readonly spec: LevelSpec;
}

interface LevelSpec {
  readonly type?: string;
  readonly limited?: Limited;
  readonly exempt?: Shares;
}

interface Shares {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
}

interface Limited extends Shares {
  readonly borrowingLimitPercent?: number;
  readonly limitResponse?: { readonly type?: string; readonly queuing?: Queuing };
}

interface Queuing {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

/** Strategy of PriorityLevelConfigurations: seats, queues, and what happens beyond them. */
export const priorityLevelKind = defineKind<PriorityLevel>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ metadata, spec = {} }, errors) => {
    if ((metadata.name === "exempt") !== (spec.type === "Exempt"))
      errors.push(invalidValue("spec.type", spec.type ?? "", "must be 'Exempt' if and only if `name` is 'exempt'"));
    errors.push(...specErrors(spec));
  },
  validateUpdate: ({ metadata: { name }, spec }, old, errors) => {
    const { exempt: _mayChange, ...fixed } = spec;
    const { exempt: _before, ...wanted } = old.spec;
    if (name === "exempt" && !isSameJson(fixed, wanted)) {
      const detail = `spec of '${name}' except the 'spec.exempt' field must equal the fixed value`;
      errors.push(invalidValue("spec", inOrder(insideOf(spec)), detail));
    } else if (name === "catch-all" && !isSameJson(spec, old.spec)) {
      errors.push(invalidValue("spec", inOrder(insideOf(spec)), `spec of '${name}' must equal the fixed value`));
    }
  },
});

const specErrors = ({ type, limited, exempt }: LevelSpec): readonly FieldError[] => {
  if (type === "Exempt") {
    const errors = limited === undefined ? [] : [forbiddenField("spec.limited", "must be nil if the type is not Limited")];
    return exempt === undefined ? errors : [...errors, ...sharesErrors(exempt, "spec.exempt"), ...lendableErrors(exempt, "spec.exempt")];
  }
  if (type !== "Limited") return [unsupported("spec.type", type ?? "", ["Exempt", "Limited"])];
  const errors = exempt === undefined ? [] : [forbiddenField("spec.exempt", "must be nil if the type is Limited")];
  if (limited === undefined) return [...errors, required("spec.limited", "must not be empty when type is Limited")];
  return [...errors, ...limitedErrors(limited, "spec.limited")];
};

const limitedErrors = (limited: Limited, path: string): readonly FieldError[] => {
  const { limitResponse, borrowingLimitPercent: borrowed } = limited;
  const errors = [
    ...sharesErrors(limited, path),
    ...responseErrors(limitResponse, `${path}.limitResponse`),
    ...lendableErrors(limited, path),
  ];
  if (borrowed !== undefined && borrowed < 0)
    errors.push(invalidValue(`${path}.borrowingLimitPercent`, borrowed, "if specified, must be a non-negative integer"));
  return errors;
};

const sharesErrors = ({ nominalConcurrencyShares: shares = 0 }: Shares, path: string): readonly FieldError[] =>
  shares < 0 ? [invalidValue(`${path}.nominalConcurrencyShares`, shares, "must be a non-negative integer")] : [];

const lendableErrors = ({ lendablePercent: percent = 0 }: Shares, path: string): readonly FieldError[] =>
  percent < 0 || percent > 100 ? [invalidValue(`${path}.lendablePercent`, percent, "must be between 0 and 100, inclusive")] : [];

const responseErrors = (response: Limited["limitResponse"], path: string): readonly FieldError[] => {
  const { type = "", queuing } = response ?? {};
  if (type === "Reject") {
    const detail = "must be nil if limited.limitResponse.type is not Limited";
    return queuing === undefined ? [] : [forbiddenField(`${path}.queuing`, detail)];
  }
  if (type !== "Queue") return [unsupported(`${path}.type`, type, ["Queue", "Reject"])];
  if (queuing === undefined) return [required(`${path}.queuing`, "must not be empty if limited.limitResponse.type is Limited")];
  return queuingErrors(queuing, `${path}.queuing`);
};

const QUEUES_MAX = 10_000_000;
const HASH_BITS_MAX = 60;

const queuingErrors = ({ queues = 0, handSize = 0, queueLengthLimit = 0 }: Queuing, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) errors.push(invalidValue(`${path}.queueLengthLimit`, queueLengthLimit, "must be positive"));
  if (queues <= 0) errors.push(invalidValue(`${path}.queues`, queues, "must be positive"));
  else if (queues > QUEUES_MAX) errors.push(invalidValue(`${path}.queues`, queues, `must not be greater than ${QUEUES_MAX}`));
  const problem = handProblem(queues, handSize);
  if (problem !== undefined) errors.push(invalidValue(`${path}.handSize`, handSize, problem));
  return errors;
};

/** Error of a hand size: shuffle sharding draws the hand from a hash of 60 bits. */
const handProblem = (queues: number, handSize: number): string | undefined => {
  if (handSize <= 0) return "must be positive";
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  const isTooMuch = Math.ceil(Math.log2(queues) * handSize) > HASH_BITS_MAX;
  const hand = `deckSize ${queues} and handSize ${handSize}`;
  return isTooMuch ? `required entropy bits of ${hand} should not be greater than ${HASH_BITS_MAX}` : undefined;
};

/** Internal form of a spec: all members, under Go's names. */
const insideOf = ({ type = "", limited, exempt }: LevelSpec): object => ({
  Type: type,
  Limited:
    limited === undefined
      ? null
      : {
          NominalConcurrencyShares: limited.nominalConcurrencyShares ?? 0,
          LimitResponse: { Type: limited.limitResponse?.type ?? "", Queuing: insideOfQueuing(limited.limitResponse?.queuing) },
          LendablePercent: limited.lendablePercent ?? null,
          BorrowingLimitPercent: limited.borrowingLimitPercent ?? null,
        },
  Exempt:
    exempt === undefined
      ? null
      : { NominalConcurrencyShares: exempt.nominalConcurrencyShares ?? null, LendablePercent: exempt.lendablePercent ?? null },
});

const insideOfQueuing = (queuing: Queuing | undefined): object | null =>
  queuing === undefined
    ? null
    : { Queues: queuing.queues ?? 0, HandSize: queuing.handSize ?? 0, QueueLengthLimit: queuing.queueLengthLimit ?? 0 };
