/** A question to the authorizer, put together by the methods of `authorizer`: `.group('').resource('nodes').check('patch')`. */
export class AccessQuestion {
  readonly asked: Readonly<Record<string, string>>;
  readonly decide: Decide;

  constructor(decide: Decide, asked: Readonly<Record<string, string>> = {}) {
    this.decide = decide;
    this.asked = asked;
  }
}

/** The authorizer's answer. */
export class AccessAnswer {
  readonly isAllowed: boolean;
  readonly reason: string;

  constructor(isAllowed: boolean, reason: string) {
    this.isAllowed = isAllowed;
    this.reason = reason;
  }
}

/** Decides about what was asked: `verb`, and of `path`, `group`, `resource`, `subresource`, `namespace`, `name` those that are set. */
type Decide = (asked: Readonly<Record<string, string>>) => { readonly allowed: boolean; readonly reason: string };

type Implementation = (...args: readonly unknown[]) => unknown;

/** Methods of CEL on the authorizer. */
export const accessFunctions: Readonly<Record<string, Implementation>> = {
  ...Object.fromEntries(
    ["path", "group", "resource", "subresource", "namespace", "name"].map((part): [string, Implementation] => [
      part,
      (question, value) =>
        question instanceof AccessQuestion && typeof value === "string"
          ? new AccessQuestion(question.decide, { ...question.asked, [part]: value })
          : undefined,
    ]),
  ),
  check: (question, verb) => {
    if (!(question instanceof AccessQuestion) || typeof verb !== "string") return undefined;
    const { allowed, reason } = question.decide({ ...question.asked, verb });
    return new AccessAnswer(allowed, reason);
  },
  allowed: (answer) => (answer instanceof AccessAnswer ? answer.isAllowed : undefined),
  reason: (answer) => (answer instanceof AccessAnswer ? answer.reason : undefined),
};
