import { encodeHex } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { accountKey } from '../../address.js'
import type { TransferTerms } from './quote.js'

/** The byte of `MultiAddress::Id`. A few chains write the account alone. */
const addressForms = ['00', '']
/** `transfer_all` keeps the account alive. */
const keepsAlive = '01'

/**
 * The node's metadata decides how a call is written, and the node may lie. What stands after the numbers of pallet and
 * call is written here by the rules of SCALE and compared, so that a lie cannot change receiver or amount.
 *
 * @throws BaseError `POLKADOT_METADATA_WRONG`
 */
export function checkCall(call: Uint8Array, { to, amount, everything }: TransferTerms): void {
  const key = accountKey(to)
  const written = encodeHex(call.slice(2))
  const last = everything ? keepsAlive : compactOf(amount)
  if (key && addressForms.some((form) => written === `${form}${encodeHex(key)}${last}`)) return
  throw new BaseError('The node describes transfers in a way that can’t be right. Nothing was sent.', {
    code: 'POLKADOT_METADATA_WRONG',
    metaMessages: ['Expected a call with this receiver and this amount, and nothing else.'],
  })
}

/** Hex of a compact integer: the two lowest bits say how many bytes follow. */
function compactOf(value: bigint): string {
  const bytes = (number: bigint, length: number) => {
    // no money: digits of hex, two a byte
    const digits = number.toString(16).padStart(2 * length, '0')
    return (digits.match(/../g) ?? []).reverse().join('')
  }
  if (value < 1n << 6n) return bytes(value << 2n, 1)
  if (value < 1n << 14n) return bytes((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return bytes((value << 2n) | 2n, 4)
  const length = Math.max(4, (value.toString(16).length + 1) >> 1)
  return bytes(BigInt(((length - 4) << 2) | 3), 1) + bytes(value, length)
}
