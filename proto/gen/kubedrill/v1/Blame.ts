// Original file: kubedrill/v1/common.proto

/**
 * Party that caused an ending.
 */
export const Blame = {
  BLAME_UNSPECIFIED: 'BLAME_UNSPECIFIED',
  BLAME_POLICY: 'BLAME_POLICY',
  BLAME_WORLD: 'BLAME_WORLD',
  BLAME_INFRASTRUCTURE: 'BLAME_INFRASTRUCTURE',
  BLAME_CLIENT: 'BLAME_CLIENT',
  BLAME_OPERATOR: 'BLAME_OPERATOR',
} as const;

/**
 * Party that caused an ending.
 */
export type Blame =
  | 'BLAME_UNSPECIFIED'
  | 0
  | 'BLAME_POLICY'
  | 1
  | 'BLAME_WORLD'
  | 2
  | 'BLAME_INFRASTRUCTURE'
  | 3
  | 'BLAME_CLIENT'
  | 4
  | 'BLAME_OPERATOR'
  | 5

/**
 * Party that caused an ending.
 */
export type Blame__Output = typeof Blame[keyof typeof Blame]
