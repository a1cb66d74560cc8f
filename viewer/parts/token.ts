/** Token that goes with each question, where a server asks for one; kept until the tab is closed, and sent nowhere else. */
export const token = {
  keep: (value: string): void => sessionStorage.setItem(KEY, value),
  headers: (): Readonly<Record<string, string>> => {
    const value = sessionStorage.getItem(KEY);
    return value === null ? {} : { authorization: `Bearer ${value}` };
  },
};

const KEY = "kubedrill-token";
