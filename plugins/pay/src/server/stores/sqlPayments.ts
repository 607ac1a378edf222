import type { PaymentClaim, PaymentStore } from '../PaymentStore.js'

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

/** Tries of one claim: blocks that are taken back are rare, and a second time at once is a fault. */
const mostTries = 5

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

  /** One try. `undefined`: between the two statements another server has given the bill another payment. */
  async function tryClaim(billId: string, key: string): Promise<PaymentClaim | undefined> {
    const added = await run(
      'INSERT INTO latchkey_payments (bill_id, payment_key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING bill_id',
      [billId, key],
    )
    if (added.length > 0) return { state: 'claimed' }
    const rows = await run(
      'SELECT bill_id, payment_key FROM latchkey_payments WHERE bill_id = ? OR payment_key = ?',
      [billId, key],
    )
    if (rows.length === 0) return undefined
    const own = rows.find((row) => row['bill_id'] === billId)
    if (own?.['payment_key'] === key) return { state: 'repeated' }
    if (rows.some((row) => row['payment_key'] === key)) return { state: 'used' }
    return { state: 'paid', key: String(own?.['payment_key']) }
  }

  return {
    async claim(billId, key) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const claim = await tryClaim(billId, key)
        if (claim) return claim
      }
      throw new Error(
        `The table latchkey_payments neither takes bill ${billId} nor has it. Check that the statements reach one database, and that rows are returned.`,
      )
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
