import * as z from 'zod/mini'
import { readMint, readTokenAccount } from '../send/tokenLayout.js'
import { isPersonal } from './nameKeys.js'
import { nameError } from './nameErrors.js'
import { type ChainReading, readAccounts } from '../readAccounts.js'
import { noKey } from './readNameData.js'

const holders = z.object({ value: z.array(z.object({ address: z.string(), amount: z.string() })) })

const supplyOffset = 36

/**
 * Who holds the one token that stands for a name.
 *
 * @throws BaseError `NAME_RECORD_INVALID` unless there is one of it, held by one account; `NAME_HELD_BY_PROGRAM`
 */
export async function readTokenHolder(chain: ChainReading, mint: string, program: string): Promise<string> {
  const { value } = await chain.rpc.call(chain.network, {
    method: 'getTokenLargestAccounts',
    params: [mint, { commitment: chain.network.commitment }],
    schema: holders,
    signal: chain.signal,
  })
  const [holder, ...others] = value.filter(({ amount }) => amount !== '0')
  if (!holder || others.length > 0) throw nameError('NAME_RECORD_INVALID', `Holders of the token ${mint}.`)
  const [token, account] = await readAccounts(chain, [mint, holder.address])
  const decimals = token?.program === program ? readMint(token.data)?.decimals : undefined
  const held = account?.program === program ? readTokenAccount(account.data) : undefined
  const isOne = token && decimals === 0 && supplyOf(token.data) === 1n
  if (!isOne || held?.mint !== mint || held.amount !== 1n) {
    throw nameError('NAME_RECORD_INVALID', `The token ${mint} does not stand for one name.`)
  }
  return requirePersonal(held.owner)
}

const supplyOf = (data: Uint8Array) =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(supplyOffset, true)

/** @throws BaseError `NAME_HELD_BY_PROGRAM` for an address of which nobody has the key. */
export function requirePersonal(owner: string): string {
  // The address of zeros is a point of the curve, and the system's program.
  if (owner !== noKey && isPersonal(owner)) return owner
  throw nameError('NAME_HELD_BY_PROGRAM', `Owner: ${owner}`)
}
