/** True if this many avoidable errors among this many requests are noticed by users; below that, the errors saved do not count. */
export const isNoticeable = (avoidableErrors: number, requests: number): boolean => avoidableErrors >= NOTICEABLE_SHARE * requests;

/** Least share of users' requests whose failure counts as noticed. */
export const NOTICEABLE_SHARE = 0.001;
