import type { PaymentStore } from '../PaymentStore.js'

/**
 * Runs one SQL statement with its parameters and gives the rows. The one thing a shop writes to use its own database
 * driver: `(sql, parameters) => pool.query(sql, parameters).then((result) => result.rows)`.
 */
export type SqlExecute = (
  sql: string,
  parameters: readonly string[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** The statement that makes the table `sqlPayments` uses. Run it once, in a migration. */
export const SQL_PAYMENTS_SCHEMA =
  'CREATE TABLE IF NOT EXISTS latchkey_payments (bill_id TEXT PRIMARY KEY, payment_key TEXT NOT NULL UNIQUE)'

/**
 * Keeps payments in a SQL table (PostgreSQL, SQLite and its kin). Both columns are unique, so the database itself decides
 * between claims at one time, however many servers there are.
 *
 * @param dialect How the database writes a parameter: `$1` (`postgres`) or `?` (`sqlite`).
 */
export function sqlPayments(execute: SqlExecute, dialect: 'postgres' | 'sqlite'): PaymentStore {
  function run(sql: string, parameters: readonly string[]) {
    let index = 0
    return execute(dialect === 'sqlite' ? sql : sql.replaceAll('?', () => `$${++index}`), parameters)
  }

  return {
    async claim(billId, key) {
      const added = await run(
        'INSERT INTO latchkey_payments (bill_id, payment_key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING bill_id',
        [billId, key],
      )
      if (added.length > 0) return { state: 'claimed' }
      const rows = await run(
        'SELECT bill_id, payment_key FROM latchkey_payments WHERE bill_id = ? OR payment_key = ?',
        [billId, key],
      )
      const own = rows.find((row) => row['bill_id'] === billId)
      // Between the two statements, another server gave the bill another payment.
      if (rows.length === 0) return this.claim(billId, key)
      if (own?.['payment_key'] === key) return { state: 'repeated' }
      if (rows.some((row) => row['payment_key'] === key)) return { state: 'used' }
      return { state: 'paid', key: String(own?.['payment_key']) }
    },
    async replace(billId, before, key) {
      try {
        const rows = await run(
          'UPDATE latchkey_payments SET payment_key = ? WHERE bill_id = ? AND payment_key = ? AND NOT EXISTS (SELECT 1 FROM latchkey_payments WHERE payment_key = ?) RETURNING bill_id',
          [key, billId, before, key],
        )
        return rows.length === 1
      } catch (error) {
        // Of two servers at the same time, the column's constraint lets one through. Drivers name that error differently.
        const owners = await run('SELECT bill_id FROM latchkey_payments WHERE payment_key = ?', [key])
        if (owners.length > 0) return false
        throw error
      }
    },
  }
}
