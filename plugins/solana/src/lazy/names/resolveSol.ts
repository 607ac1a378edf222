import * as z from 'zod/mini'
import { token2022Program } from '../tokenPrograms.js'
import { nameError } from './nameErrors.js'
import { recordProgram, solClass, solRecordKey, solRecordMint } from './nameKeys.js'
import { type ChainReading, readAccounts } from '../readAccounts.js'
import { readSolRecord } from './readNameData.js'
import { readTokenHolder, requirePersonal } from './readTokenHolder.js'
import { resolveSns } from './resolveSns.js'

/** The finalized slot from which the SPL Name Service no longer says whom `.sol` names stand for. */
const cutoffSlot = 452_825_395

/**
 * Whom a name that ends in `.sol` stands for. The names move from the SPL Name Service, where they now end in `.sns`, to the
 * Solana Record Service: since the move only what both say is believed, so that nobody is paid by the wrong one of them.
 *
 * @throws BaseError `NAME_MOVING` when they don't agree; as `resolveSns`
 */
export async function resolveSol(
  chain: ChainReading,
  labels: readonly string[],
): Promise<string | undefined> {
  const slot = await chain.rpc.call(chain.network, {
    method: 'getSlot',
    params: [{ commitment: 'finalized' }],
    schema: z.number().check(z.int(), z.gte(0)),
    signal: chain.signal,
  })
  if (slot < cutoffSlot) return resolveSns(chain, labels)
  const [old, current] = await Promise.all([
    resolveSns(chain, labels),
    resolveRecord(chain, labels.join('.')),
  ])
  if (old === current) return current
  throw nameError('NAME_MOVING', `Name Service: ${old ?? 'none'}`, `Record Service: ${current ?? 'none'}`)
}

async function resolveRecord(chain: ChainReading, name: string): Promise<string | undefined> {
  const key = solRecordKey(name)
  const [account] = await readAccounts(chain, [key])
  if (!account) return undefined
  const record = account.program === recordProgram ? readSolRecord(account.data) : undefined
  if (record?.kind !== solClass)
    throw nameError('NAME_RECORD_INVALID', `Expected a record of ${recordProgram}.`)
  const { expiresAt, holder, owner } = record
  if (expiresAt !== undefined && expiresAt * 1_000n <= BigInt(Math.trunc(chain.clock.now()))) return undefined
  if (holder === 'account') return requirePersonal(owner)
  const mint = solRecordMint(key)
  if (owner !== mint) throw nameError('NAME_RECORD_INVALID', `Expected the token ${mint}.`)
  return readTokenHolder(chain, mint, token2022Program)
}
