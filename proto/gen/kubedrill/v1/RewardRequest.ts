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
}
