// Original file: kubedrill/v1/dataset.proto


/**
 * One row.
 */
export interface GenerateTrajectoriesResponse {
  /**
   * The row as JSON, as `kubedrill dataset` writes it.
   */
  'rowJson'?: (string);
  'split'?: (string);
  /**
   * Offset at which a stream goes on after the rows of this group of episodes; set with the last of them. Missing: there are more.
   */
  'nextOffset'?: (number);
  '_nextOffset'?: "nextOffset";
}

/**
 * One row.
 */
export interface GenerateTrajectoriesResponse__Output {
  /**
   * The row as JSON, as `kubedrill dataset` writes it.
   */
  'rowJson'?: (string);
  'split'?: (string);
  /**
   * Offset at which a stream goes on after the rows of this group of episodes; set with the last of them. Missing: there are more.
   */
  'nextOffset'?: (number);
  '_nextOffset'?: "nextOffset";
}
