import type { CallRecord, CallRecords } from './callRecords.js'
import { awaitReceipt } from './minedReceipt.js'
import { providerRpcError } from './providerRpcError.js'
import { readAskedCalls } from './readAskedCalls.js'
import { type Ask, type Call, hexOf, requireOwn, sendOne } from './sendOne.js'

export interface Asker {
  readonly records: CallRecords
  /** Ids of calls that this page is still asking for. */
  readonly running: Set<string>
  readonly ask: Ask
  /** Milliseconds between questions for a receipt. */
  readonly pollingInterval: number
}

/** How long a mark of going on holds, in milliseconds. A browser wakes a page in the background once a minute. */
const markLasts = 120_000

/** Whether the rest of the calls may still be asked for, by this page or another one. */
export function isRunning({ running }: Asker, { id, runningUntil = 0 }: CallRecord): boolean {
  const left = runningUntil - Date.now()
  // A mark further ahead than any page sets is somebody else's.
  return running.has(id) || (left > 0 && left <= markLasts)
}

/**
 * Asks for the first call, and then for the others without being waited for.
 *
 * @throws ProviderRpcError while nothing was sent. Afterwards `wallet_getCallsStatus` tells what went wrong.
 */
export async function sendCalls(asker: Asker, params: unknown): Promise<{ readonly id: string }> {
  const { ask, records, running } = asker
  const asked = readAskedCalls(params)
  const from = await requireOwn(ask, asked.from)
  const chainId = hexOf(await ask('eth_chainId'))
  if (hexOf(asked.chainId) !== chainId) {
    throw providerRpcError(5710, `The wallet is on the chain ${chainId}. Switch it, then ask again.`)
  }
  const id = asked.id ?? newId()
  if (records.read(id)) throw providerRpcError(5720, 'Calls with this id were asked for before.')
  const fresh = { id, chainId, count: asked.calls.length, hashes: [] }
  // At once, so that no other page takes the same id while the wallet is open.
  records.write({ ...fresh, isAsking: true })
  running.add(id)
  try {
    const hash = await sendOne(ask, { from, chainId }, asked.calls[0] as Call)
    void finish(asker, from, fresh, hash, asked.calls.slice(1)).finally(() => running.delete(id))
    return { id }
  } catch (error) {
    running.delete(id)
    records.remove(id)
    throw error
  }
}

const newId = () =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Notes the first hash and asks for the rest. Without a hash the record stays as it is: asked for, and nobody knows more. */
async function finish(
  asker: Asker,
  from: string,
  fresh: CallRecord,
  hash: string | undefined,
  rest: readonly Call[],
): Promise<void> {
  if (hash === undefined) return
  const record = { ...fresh, hashes: [hash] }
  asker.records.write(record)
  if (rest.length > 0) await sendRest(asker, from, record, rest)
}

/** Asks for the next call when the one before has succeeded. What went wrong is told by `wallet_getCallsStatus`. */
async function sendRest(
  asker: Asker,
  from: string,
  started: CallRecord,
  rest: readonly Call[],
): Promise<void> {
  const { ask, records } = asker
  const { chainId } = started
  let record = started
  for (const call of rest) {
    const renew = renewing(records, record)
    const receipt = await awaitReceipt(asker, record.hashes.at(-1) as string, renew)
    if (receipt?.status !== '0x1') break
    records.write({ ...record, isAsking: true })
    try {
      const hash = await sendOne(ask, { from, chainId }, call)
      // The record keeps saying that the wallet was asked.
      if (hash === undefined) return
      record = { ...record, hashes: [...record.hashes, hash] }
    } catch {
      // Declined, or refused by the wallet: what is done stays done.
      break
    }
  }
  // Without marks: nothing more is asked for.
  records.write(record)
}

/** Tells other pages that this one goes on. Not at each turn: every mark writes the whole storage. */
function renewing(records: CallRecords, record: CallRecord): () => void {
  let runningUntil = 0
  return () => {
    const now = Date.now()
    if (runningUntil - now > markLasts / 2) return
    runningUntil = now + markLasts
    records.write({ ...record, runningUntil })
  }
}
