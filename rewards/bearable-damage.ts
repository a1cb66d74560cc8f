/** True if damage is no more than one innocent object that was changed: the most that a success may have. */
export const isBearable = (damage: readonly { readonly weight: number }[]): boolean =>
  damage.reduce((sum, { weight }) => sum + weight, 0) <= DAMAGE_OF_SUCCESS_MAX;

const DAMAGE_OF_SUCCESS_MAX = 0.25;
