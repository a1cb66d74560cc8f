/** Signs that end a command or a part of one; longer ones come first. */
export const CONTROL = ["&&", "||", ";;", ";", "&", "|", "(", ")", "\n"];

/** Words that begin or continue a compound command. */
export const RESERVED = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "do",
  "done",
  "case",
  "esac",
  "while",
  "until",
  "for",
  "{",
  "}",
  "!",
  "in",
]);

/** Words that only end something: what they should have ended is for the one who began it to say. */
export const CLOSING = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}"]);

/** A redirection with the number of its descriptor. */
export const REDIRECT = /^(\d*)(<<<|<<-|<<|>>|<>|>\||>&|<&|&>|<|>)/;
