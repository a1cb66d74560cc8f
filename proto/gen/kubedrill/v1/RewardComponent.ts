// Original file: kubedrill/v1/common.proto


// Original file: kubedrill/v1/common.proto

/**
 * Role of a component in the reward.
 */
export const _kubedrill_v1_RewardComponent_Kind = {
  KIND_UNSPECIFIED: 'KIND_UNSPECIFIED',
  KIND_TERMINAL: 'KIND_TERMINAL',
  KIND_PENALTY: 'KIND_PENALTY',
  KIND_METRIC: 'KIND_METRIC',
} as const;

/**
 * Role of a component in the reward.
 */
export type _kubedrill_v1_RewardComponent_Kind =
  | 'KIND_UNSPECIFIED'
  | 0
  | 'KIND_TERMINAL'
  | 1
  | 'KIND_PENALTY'
  | 3
  | 'KIND_METRIC'
  | 4

/**
 * Role of a component in the reward.
 */
export type _kubedrill_v1_RewardComponent_Kind__Output = typeof _kubedrill_v1_RewardComponent_Kind[keyof typeof _kubedrill_v1_RewardComponent_Kind]

// Original file: kubedrill/v1/common.proto

/**
 * Status of a component.
 */
export const _kubedrill_v1_RewardComponent_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  STATUS_SCORED: 'STATUS_SCORED',
  /**
   * Does not apply here, or not yet.
   */
  STATUS_SKIPPED: 'STATUS_SKIPPED',
  /**
   * Its oracle broke.
   */
  STATUS_FAILED: 'STATUS_FAILED',
} as const;

/**
 * Status of a component.
 */
export type _kubedrill_v1_RewardComponent_Status =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'STATUS_SCORED'
  | 1
  /**
   * Does not apply here, or not yet.
   */
  | 'STATUS_SKIPPED'
  | 2
  /**
   * Its oracle broke.
   */
  | 'STATUS_FAILED'
  | 3

/**
 * Status of a component.
 */
export type _kubedrill_v1_RewardComponent_Status__Output = typeof _kubedrill_v1_RewardComponent_Status[keyof typeof _kubedrill_v1_RewardComponent_Status]

/**
 * One named part of a reward.
 */
export interface RewardComponent {
  /**
   * Stable key: `mitigation`, `diagnosis`, `slo`, …; single checks as `mitigation.<check>` with weight 0.
   */
  'name'?: (string);
  /**
   * Raw value. In Step the part that this step adds: `mitigation`, `collateral` and `cost` are booked as they change, and the
   * end settles the difference to the final value. Missing: not scored, see status.
   */
  'value'?: (number | string);
  /**
   * From the reward profile, shares of skipped components included. Missing: 0, a metric only.
   */
  'weight'?: (number | string);
  /**
   * value x weight, the part that entered the reward. Missing: not scored.
   */
  'contribution'?: (number | string);
  'status'?: (_kubedrill_v1_RewardComponent_Status);
  'kind'?: (_kubedrill_v1_RewardComponent_Kind);
  /**
   * For trainers alone; never for callers without the scope of the split. Missing: none.
   */
  'detail'?: (string);
  '_value'?: "value";
  '_contribution'?: "contribution";
}

/**
 * One named part of a reward.
 */
export interface RewardComponent__Output {
  /**
   * Stable key: `mitigation`, `diagnosis`, `slo`, …; single checks as `mitigation.<check>` with weight 0.
   */
  'name'?: (string);
  /**
   * Raw value. In Step the part that this step adds: `mitigation`, `collateral` and `cost` are booked as they change, and the
   * end settles the difference to the final value. Missing: not scored, see status.
   */
  'value'?: (number);
  /**
   * From the reward profile, shares of skipped components included. Missing: 0, a metric only.
   */
  'weight'?: (number);
  /**
   * value x weight, the part that entered the reward. Missing: not scored.
   */
  'contribution'?: (number);
  'status'?: (_kubedrill_v1_RewardComponent_Status__Output);
  'kind'?: (_kubedrill_v1_RewardComponent_Kind__Output);
  /**
   * For trainers alone; never for callers without the scope of the split. Missing: none.
   */
  'detail'?: (string);
  '_value'?: "value";
  '_contribution'?: "contribution";
}
