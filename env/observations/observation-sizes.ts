/** Maximum size of one view and of one answer of a tool, bytes. */
export const OBSERVATION_BYTES_MAX = 65_536;

/** Size of each of several answers in one observation of so many bytes, so that a long one does not displace the others. */
export const answerBytes = (observationBytes: number, answers: number): number =>
  Math.max(ANSWER_BYTES_MIN, Math.floor((observationBytes - FRAME_BYTES) / Math.max(1, answers)));

/** Bytes reserved for the text around the answers. */
const FRAME_BYTES = 2_048;

const ANSWER_BYTES_MIN = 256;
