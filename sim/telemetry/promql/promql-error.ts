/** Error of a query; `errorType` as the HTTP API names it. */
export class PromqlError extends Error {
  readonly errorType: "bad_data" | "execution";

  constructor(errorType: "bad_data" | "execution", message: string) {
    super(message);
    this.errorType = errorType;
  }
}

/** A parse error at a character of the query, in Prometheus' frame `line:column: parse error: …`. */
export const parseError = (query: string, at: number, text: string): PromqlError => {
  const before = query.slice(0, at);
  const line = before.split("\n").length;
  const column = at - (before.lastIndexOf("\n") + 1) + 1;
  return new PromqlError("bad_data", `${line}:${column}: parse error: ${text}`);
};

/** An error of evaluation. */
export const executionError = (text: string): PromqlError => new PromqlError("execution", text);

/** An error of a query that would need more samples than one may. */
export const tooManySamples = (): PromqlError =>
  executionError("query processing would load too many samples into memory in query execution");
