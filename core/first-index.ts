/** Index of the first of `length` places that is after what is looked for, `length` if none is; places must be ordered by it. */
export const firstIndex = (length: number, isAfter: (index: number) => boolean): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
