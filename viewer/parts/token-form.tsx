import type { JSX } from "preact";
import { token } from "./token.ts";

/** Field for the token of a server that shows its episodes to nobody else. */
export const TokenForm = ({ reason }: { readonly reason: string }): JSX.Element => (
  <form
    class="token-form"
    onSubmit={(event) => {
      event.preventDefault();
      token.keep(new FormData(event.currentTarget).get("token")?.toString().trim() ?? "");
      location.reload();
    }}
  >
    <p>
      The operator's token opens these pages, since they name tasks. It is in the file that the server named when it was ready; it is kept
      here until this tab is closed.
    </p>
    <input name="token" type="password" placeholder="token" autocomplete="off" aria-label="token" autofocus />
    <button type="submit">open</button>
    <p class="trouble">{reason}</p>
  </form>
);
