/**
 * Phrases of a fault, by which diagnoses in free text are recognised.  Patterns are read against lower-case text without quotes in which
 * `svc` is `service`, and names of ConfigMaps, settings, images and programs follow the words `configmap`, `setting`, `image` and `program`. `~` stands for a short
 * stretch of other words. A pattern covers a negation that belongs to the defect ("does not exist"), so that what is left can be searched
 * for one that denies it. The fault's id is understood without a pattern.
 */
export interface FaultWords {
  /** Kind of object that carries the defect. A bare component name means that object, by that name; `object` is one of any other kind. */
  readonly on:
    | "workload"
    | "service"
    | "configmap"
    | "networkpolicy"
    | "mongouser"
    | "node"
    | "all-nodes"
    | "name-server"
    | "own-namespace"
    | "object"
    | ObjectKind;
  readonly patterns: readonly string[];
  /** True: it is a defect of who calls, so that "its" after "a does not reach b" is a's. Missing: b's. */
  readonly ofCaller?: true;
  /** True: the name of its type is a phrase of everyday language, which is no claim in a text. Missing: false. */
  readonly isEveryday?: true;
  /** Words that mean it only where the sentence names no other fault. */
  readonly weak?: readonly string[];
  /** Phrases by which a repair names the defect. */
  readonly fixes?: readonly string[];
  /** Other kinds that can have the defect, with the fault that it is there. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Symptoms that only some faults have, this one among them. Symptoms that any fault can have are not listed. */
  readonly canCause?: readonly TellingSymptom[];
}

/** Kinds of the API, in the singular, that texts name with the kind before the name. */
export type ObjectKind =
  | "horizontalpodautoscaler"
  | "cronjob"
  | "job"
  | "secret"
  | "resourcequota"
  | "limitrange"
  | "persistentvolumeclaim"
  | "persistentvolume"
  | "storageclass"
  | "ingress"
  | "poddisruptionbudget"
  | "priorityclass"
  | "serviceaccount"
  | "validatingwebhookconfiguration"
  | "mutatingwebhookconfiguration"
  | "apiservice"
  | "tidbcluster";

/** A symptom that points to some faults and speaks against the others. */
export type TellingSymptom =
  | "out-of-memory"
  | "image-pull-fails"
  | "pending"
  | "container-cannot-be-created"
  | "name-does-not-resolve"
  | "unauthorized"
  | "probe-fails";

/** Diagnoses that on-call engineers write of a fault: the default export of `injectors/<id>/words.cases.ts`. */
export interface FaultTexts {
  /** Application whose components the texts name, the first in which the fault has targets; missing: hotel-reservation. */
  readonly app?: string;
  /** The resource that each text means: `deployment/geo`. */
  readonly resource: string;
  /** Parameters of the fault with this resource. */
  readonly params: unknown;
  /** Other resources, and other ways of writing them, by which a claim of the fault names the defect. */
  readonly resources: readonly string[];
  /** Resources that are alike or only suffer, and name it not. */
  readonly otherResources: readonly string[];
  readonly texts: readonly string[];
  /** Words that they give for the type of the defect, beside that resource. */
  readonly types: readonly string[];
}

/** Words for a value that cannot be right. */
export const WRONG =
  "(?:wrong|incorrect|invalid|bad|bogus|broken|mistaken|mistyped|misspel\\w+|mis-?configured|mis-?set|typo\\w*|garbled|garbage)";

/** Words for what someone did to a value. */
export const CHANGED =
  "(?:changed|altered|edited|modified|replaced|overridden|overwritten|overrides|swapped|switched|updated|bumped|set|pointed|drifted)";

/** Words for what does not exist. */
export const ABSENT =
  "(?:does not exist|doesn't exist|do not exist|don't exist|did not exist|not exist|no longer exists?|non-?existent|not found|never existed|cannot be found|can't be found|not there|isn't there|absent|gone)";

/** Words for an object that was deleted. */
export const DELETED = `(?:${ABSENT}|missing|deleted|removed|vanished|disappeared|lost|wiped|dropped)`;

/** Words for a selector or label that fits nothing. */
export const NOT_MATCHING =
  "(?:does not|doesn't|do not|don't|did not|no longer|cannot|can't|never|fails? to|not) (?:match|select|fit|find|correspond)\\w*";
