// Original file: kubedrill/v1/environment.proto


export interface RewardRequest {
  'episodeId'?: (string);
  /**
   * The agent has stopped: runs the terminal oracles and ends the episode. Missing: false, the ledger so far.
   */
  'finalize'?: (boolean);
  /**
   * Adds what the oracles saw; needs the scope of the split, since it may reveal the truth. Missing: false.
   */
  'explain'?: (boolean);
  /**
   * Adds a component `judge` of an ended episode: what a model says of its diagnosis, without weight; its detail is JSON with the
   * answers. Waits for it as long as the server lets a judge take; FAILED: no verdict. Needs the scope of the split, and the
   * capability `judge`. Missing: false.
   */
  'judge'?: (boolean);
}

export interface RewardRequest__Output {
  'episodeId'?: (string);
  /**
   * The agent has stopped: runs the terminal oracles and ends the episode. Missing: false, the ledger so far.
   */
  'finalize'?: (boolean);
  /**
   * Adds what the oracles saw; needs the scope of the split, since it may reveal the truth. Missing: false.
   */
  'explain'?: (boolean);
  /**
   * Adds a component `judge` of an ended episode: what a model says of its diagnosis, without weight; its detail is JSON with the
   * answers. Waits for it as long as the server lets a judge take; FAILED: no verdict. Needs the scope of the split, and the
   * capability `judge`. Missing: false.
   */
  'judge'?: (boolean);
}
