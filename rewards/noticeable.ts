/** True when so many avoidable errors among so many requests are noticed by users: below it the errors saved do not count. */
export const isNoticeable = (avoidableErrors: number, requests: number): boolean => avoidableErrors >= NOTICEABLE_SHARE * requests;

const NOTICEABLE_SHARE = 0.001;
