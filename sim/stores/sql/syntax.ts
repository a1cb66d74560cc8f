/** A name with what stands before its dots: `schema.table`, `table.column`. */
export interface QualifiedName {
  readonly parts: readonly string[];
  readonly at: number;
}

export type SqlExpression =
  | { readonly kind: "value"; readonly value: SqlValue; readonly type: string }
  | { readonly kind: "column"; readonly name: QualifiedName }
  | { readonly kind: "all"; readonly table: string | undefined; readonly at: number }
  | { readonly kind: "binary"; readonly sign: string; readonly left: SqlExpression; readonly right: SqlExpression; readonly at: number }
  | { readonly kind: "unary"; readonly sign: "-" | "+" | "not"; readonly operand: SqlExpression; readonly at: number }
  | { readonly kind: "is"; readonly operand: SqlExpression; readonly what: "null" | "true" | "false"; readonly isNot: boolean }
  | {
      readonly kind: "in";
      readonly operand: SqlExpression;
      readonly items: readonly SqlExpression[] | SelectStatement;
      readonly isNot: boolean;
    }
  | {
      readonly kind: "between";
      readonly operand: SqlExpression;
      readonly low: SqlExpression;
      readonly high: SqlExpression;
      readonly isNot: boolean;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly args: readonly SqlExpression[];
      readonly isDistinct: boolean;
      readonly at: number;
    }
  | { readonly kind: "cast"; readonly operand: SqlExpression; readonly type: SqlType }
  | {
      readonly kind: "case";
      readonly subject: SqlExpression | undefined;
      readonly branches: readonly { readonly when: SqlExpression; readonly result: SqlExpression }[];
      readonly otherwise: SqlExpression | undefined;
    }
  | { readonly kind: "exists"; readonly query: SelectStatement }
  | { readonly kind: "subquery"; readonly query: SelectStatement };

/** Numbers, texts, truth, nothing; times are texts. */
export type SqlValue = null | number | string | boolean;

/** A type under its own name: `integer`, `character varying`, with what stands in its brackets. */
export interface SqlType {
  readonly name: string;
  readonly args: readonly number[];
  readonly isUnsigned?: boolean;
}

export interface SelectItem {
  readonly value: SqlExpression;
  readonly alias: string | undefined;
  /** As it was written. */
  readonly text: string;
}

export type FromItem =
  | { readonly kind: "table"; readonly name: QualifiedName; readonly alias: string | undefined }
  | { readonly kind: "query"; readonly query: SelectStatement; readonly alias: string }
  | { readonly kind: "series"; readonly call: SqlExpression; readonly alias: string }
  | {
      readonly kind: "join";
      readonly how: "inner" | "left" | "right" | "cross";
      readonly left: FromItem;
      readonly right: FromItem;
      readonly on: SqlExpression | undefined;
      readonly using: readonly string[];
    };

export interface OrderItem {
  readonly value: SqlExpression;
  readonly isDescending: boolean;
  readonly nulls: "first" | "last" | undefined;
}

export interface SelectStatement {
  readonly kind: "select";
  readonly items: readonly SelectItem[];
  readonly isDistinct: boolean;
  readonly from: FromItem | undefined;
  readonly where: SqlExpression | undefined;
  readonly groupBy: readonly SqlExpression[];
  readonly having: SqlExpression | undefined;
  readonly union: { readonly isAll: boolean; readonly query: SelectStatement } | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limit: SqlExpression | undefined;
  readonly offset: SqlExpression | undefined;
  readonly isForUpdate: boolean;
}

/** A column as it is written, and as its table keeps it. */
export interface Column {
  readonly name: string;
  readonly type: SqlType;
  readonly isNotNull: boolean;
  readonly default: SqlExpression | undefined;
  readonly defaultText: string;
  /** Counts up by itself. */
  readonly isSerial: boolean;
}

/** A constraint as it is written: its name may be missing, and its other table is one to look for. */
export type ConstraintDefinition = { readonly name: string | undefined } & ConstraintRule<{ readonly table: QualifiedName }>;

/** Rule of a constraint; `Parent`: type of the reference to a foreign key's table. */
export type ConstraintRule<Parent> =
  | { readonly kind: "primary" | "unique" | "index"; readonly columns: readonly string[] }
  | ({
      readonly kind: "foreign";
      readonly columns: readonly string[];
      readonly target: readonly string[];
      readonly onDelete: "restrict" | "cascade" | "set null";
    } & Parent)
  | { readonly kind: "check"; readonly condition: SqlExpression; readonly text: string };

export interface TableDefinition {
  readonly columns: readonly Column[];
  readonly constraints: readonly ConstraintDefinition[];
}

export type Assignments = readonly { readonly column: string; readonly value: SqlExpression | "default"; readonly at: number }[];

export type TableChange =
  | { readonly kind: "add-column"; readonly definition: TableDefinition; readonly ifMissing: boolean }
  | { readonly kind: "drop-column"; readonly column: string; readonly ifThere: boolean }
  | { readonly kind: "rename-column"; readonly column: string; readonly to: string }
  | { readonly kind: "rename"; readonly to: string }
  | { readonly kind: "add-constraint"; readonly constraint: ConstraintDefinition }
  | { readonly kind: "drop-constraint"; readonly name: string; readonly ifThere: boolean }
  | { readonly kind: "set-type"; readonly column: string; readonly type: SqlType }
  | { readonly kind: "modify"; readonly column: string; readonly definition: TableDefinition }
  | { readonly kind: "set-default"; readonly column: string; readonly value: SqlExpression | undefined; readonly text: string }
  | { readonly kind: "set-not-null"; readonly column: string; readonly isNotNull: boolean }
  | { readonly kind: "owner"; readonly role: string };

export type DataStatement =
  | SelectStatement
  | {
      readonly kind: "insert";
      readonly table: QualifiedName;
      readonly columns: readonly string[] | undefined;
      readonly source: readonly (readonly (SqlExpression | "default")[])[] | SelectStatement;
      readonly onConflict: "fail" | "nothing" | { readonly assignments: Assignments };
      readonly returning: readonly SelectItem[] | undefined;
    }
  | {
      readonly kind: "update";
      readonly table: QualifiedName;
      readonly alias: string | undefined;
      readonly assignments: Assignments;
      readonly where: SqlExpression | undefined;
      readonly limit: number | undefined;
      readonly returning: readonly SelectItem[] | undefined;
    }
  | {
      readonly kind: "delete";
      readonly table: QualifiedName;
      readonly alias: string | undefined;
      readonly where: SqlExpression | undefined;
      readonly limit: number | undefined;
      readonly returning: readonly SelectItem[] | undefined;
    };

export type DefinitionStatement =
  | {
      readonly kind: "create-table";
      readonly name: QualifiedName;
      readonly ifMissing: boolean;
      readonly definition: TableDefinition;
      readonly query: SelectStatement | undefined;
    }
  | {
      readonly kind: "create-index";
      readonly name: string | undefined;
      readonly table: QualifiedName;
      readonly columns: readonly string[];
      readonly isUnique: boolean;
      readonly ifMissing: boolean;
    }
  | { readonly kind: "alter-table"; readonly table: QualifiedName; readonly ifThere: boolean; readonly changes: readonly TableChange[] }
  | {
      readonly kind: "drop";
      readonly what: "table" | "schema" | "index";
      readonly names: readonly QualifiedName[];
      readonly ifThere: boolean;
      readonly cascades: boolean;
      readonly on?: QualifiedName;
    }
  | { readonly kind: "create-schema"; readonly name: string; readonly ifMissing: boolean; readonly owner: string | undefined }
  | { readonly kind: "truncate"; readonly tables: readonly QualifiedName[]; readonly restarts: boolean };
