/** Databases that every server has. */
export const SYSTEM_DATABASES = new Set(["mysql", "information_schema", "performance_schema", "sys"]);
