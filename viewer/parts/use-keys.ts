import { useLayoutEffect } from "preact/hooks";

/** Calls what is bound to a key while the page is there; in fields only Escape does something: it leaves them. */
export const useKeys = (bound: Readonly<Record<string, () => void>>): void => {
  // Before anything is seen, so that no key is lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLInputElement && target.type !== "range") {
        if (event.key === "Escape") target.blur();
        return;
      }
      if (target instanceof HTMLSelectElement) return;
      const act = bound[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
};
