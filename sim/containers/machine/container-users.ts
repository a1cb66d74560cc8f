import type { Identity, Users } from "#shell/machine/users.ts";
import { accountNumber, groupName, identityOf, userName } from "../../processes/identity.ts";
import type { Process } from "../../processes/process.ts";

/** Accounts of a container's image, and the user whom its pod asks for. */
export class ContainerUsers implements Users {
  readonly #process: Process;

  constructor(process: Process) {
    this.#process = process;
  }

  get identity(): Identity {
    return identityOf(this.#process);
  }

  userName(user: number): string | undefined {
    return userName(this.#process, user);
  }

  groupName(group: number): string | undefined {
    return groupName(this.#process, group);
  }

  numberOf(file: "/etc/passwd" | "/etc/group", word: string): number | undefined {
    return accountNumber(this.#process, file, word);
  }
}
