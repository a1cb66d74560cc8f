/** A query that Loki would refuse; the message is the body of the answer. */
export class LogqlError extends Error {}
