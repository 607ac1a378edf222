/**
 * Runs one SQL statement with its parameters and gives the rows. The one thing a host writes to use its own
 * database driver: `(sql, parameters) => pool.query(sql, parameters).then((result) => result.rows)`.
 */
export type SqlExecute = (
  sql: string,
  parameters: readonly (string | number)[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** How the database writes a parameter: `$1` (PostgreSQL) or `?` (SQLite, MySQL). */
export type SqlDialect = 'postgres' | 'sqlite'

/** A statement with `?` for each parameter, in the dialect's own form. */
export function inDialect(sql: string, dialect: SqlDialect): string {
  if (dialect === 'sqlite') return sql
  let index = 0
  return sql.replaceAll('?', () => `$${++index}`)
}

/** A column that holds a whole number: databases give it as number, text or bigint. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(`${value}`)
}
