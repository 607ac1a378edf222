import type { KeptPayment, PaymentClaim, PaymentStore } from '../PaymentStore.js'

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
  'CREATE TABLE IF NOT EXISTS latchkey_payments (bill_id TEXT PRIMARY KEY, payment_key TEXT NOT NULL UNIQUE, block TEXT)'

/**
 * Adds to a table that an earlier version made what is kept since: the block of each payment. Run it once, in a migration.
 * Without it, payments are kept as before: an old one on Polkadot isn't found again, and none is ever replaced.
 */
export const SQL_PAYMENTS_UPGRADE = 'ALTER TABLE latchkey_payments ADD COLUMN block TEXT'

const keepBlock = 'UPDATE latchkey_payments SET block = ? WHERE bill_id = ? AND payment_key = ?'

/** Tries of one claim: blocks that are taken back are rare, and a second time at once is a fault. */
const mostTries = 5

/** The table, of this version or an earlier one. */
function paymentsTable(execute: SqlExecute, dialect: 'postgres' | 'sqlite') {
  function run(sql: string, parameters: readonly string[]) {
    let index = 0
    return execute(dialect === 'sqlite' ? sql : sql.replaceAll('?', () => `$${++index}`), parameters)
  }

  let hasBlocks: boolean | undefined
  /** Whether it has the column for blocks, which tables of earlier versions lack. */
  async function keepsBlocks(): Promise<boolean> {
    if (hasBlocks !== undefined) return hasBlocks
    const columns = await run('SELECT block FROM latchkey_payments WHERE 1 = 0', []).catch(async () => {
      // Where this fails too, it isn't the column.
      await run('SELECT bill_id FROM latchkey_payments WHERE 1 = 0', [])
      return undefined
    })
    hasBlocks = columns !== undefined
    return hasBlocks
  }

  const blockColumn = async (block: string | undefined): Promise<readonly string[]> =>
    block !== undefined && (await keepsBlocks()) ? [block] : []

  async function read(billId: string): Promise<KeptPayment | undefined> {
    const columns = (await keepsBlocks()) ? 'payment_key, block' : 'payment_key'
    const [row] = await run(`SELECT ${columns} FROM latchkey_payments WHERE bill_id = ?`, [billId])
    if (!row) return undefined
    const [key, block] = [String(row['payment_key']), row['block']]
    return typeof block === 'string' ? { key, block } : { key }
  }

  return { run, read, keepsBlocks, blockColumn }
}

/**
 * Keeps payments in a SQL table (PostgreSQL, SQLite and its kin). Bill and payment are unique, so the database itself decides
 * between claims at one time, however many servers there are.
 *
 * @param dialect How the database writes a parameter: `$1` (`postgres`) or `?` (`sqlite`).
 */
export function sqlPayments(execute: SqlExecute, dialect: 'postgres' | 'sqlite'): PaymentStore {
  const { run, read, keepsBlocks, blockColumn } = paymentsTable(execute, dialect)

  /** One try. `undefined`: between the two statements another server has given the bill another payment. */
  async function tryClaim(
    billId: string,
    key: string,
    block: readonly string[],
  ): Promise<PaymentClaim | undefined> {
    const [column, value] = block.length > 0 ? [', block', ', ?'] : ['', '']
    const added = await run(
      `INSERT INTO latchkey_payments (bill_id, payment_key${column}) VALUES (?, ?${value}) ON CONFLICT DO NOTHING RETURNING bill_id`,
      [billId, key, ...block],
    )
    if (added.length > 0) return { state: 'claimed' }
    const rows = await run(
      'SELECT bill_id, payment_key FROM latchkey_payments WHERE bill_id = ? OR payment_key = ?',
      [billId, key],
    )
    if (rows.length === 0) return undefined
    const own = rows.find((row) => row['bill_id'] === billId)
    if (own?.['payment_key'] === key) {
      if (block.length > 0) await run(keepBlock, [...block, billId, key])
      return { state: 'repeated' }
    }
    if (rows.some((row) => row['payment_key'] === key)) return { state: 'used' }
    return { state: 'paid', key: String(own?.['payment_key']) }
  }

  return {
    async claim(billId, key, block) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const claim = await tryClaim(billId, key, await blockColumn(block))
        if (claim) return claim
      }
      throw new Error(
        `The table latchkey_payments neither takes bill ${billId} nor has it. Check that the statements reach one database, and that rows are returned.`,
      )
    },
    read,
    async replace(billId, before, key, block) {
      try {
        // Without a block of its own, the one before must not be taken for it.
        const blockIn = (await keepsBlocks()) ? (block === undefined ? ', block = NULL' : ', block = ?') : ''
        const rows = await run(
          `UPDATE latchkey_payments SET payment_key = ?${blockIn} WHERE bill_id = ? AND payment_key = ? AND NOT EXISTS (SELECT 1 FROM latchkey_payments WHERE payment_key = ?) RETURNING bill_id`,
          [key, ...(await blockColumn(block)), billId, before, key],
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
