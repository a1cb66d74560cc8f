// Original file: kubedrill/v1/common.proto


/**
 * A factored action for classic reinforcement learning.
 */
export interface DiscreteAction {
  /**
   * One index per factor; legal values are in view `action_mask`.
   */
  'indices'?: (number)[];
}

/**
 * A factored action for classic reinforcement learning.
 */
export interface DiscreteAction__Output {
  /**
   * One index per factor; legal values are in view `action_mask`.
   */
  'indices'?: (number)[];
}
