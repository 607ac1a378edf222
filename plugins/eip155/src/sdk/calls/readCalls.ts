import { copyList } from '@latchkey/kernel/chain'
import { type Account, BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import type { Address, Hex } from 'viem'
import { isAddress, toChecksumAddress } from '../../address.js'
import type { Transfer } from '../send/simulate.js'

/** More than any wallet takes at once. */
const callLimit = 100
/** A transaction of more bytes is refused by every node. */
const dataLimit = 2 * 128 * 1024

/** The calls in their exact form. @throws BaseError `CALLS_INVALID` */
export function readCalls(from: Account, calls: unknown, networkId?: NetworkId): readonly Transfer[] {
  const list = copyList(calls, callLimit)
  const sender = toChecksumAddress(from.address) as Address
  if (!list || list.length === 0) throw invalid(`Expected a list of 1 to ${callLimit} calls.`)
  return list.map((call, index) => readCall(sender, call, index, networkId))
}

function readCall(from: Address, call: unknown, index: number, networkId?: NetworkId): Transfer {
  const { to, data = '0x', value = 0n } = (call ?? {}) as Readonly<Record<string, unknown>>
  const receiver = typeof to === 'string' && isAddress(to, networkId) ? toChecksumAddress(to) : undefined
  if (receiver === undefined) throw invalid(`Call ${index + 1}: \`to\` is no address of this network.`)
  if (typeof data !== 'string' || data.length > dataLimit || !/^0x(?:[0-9a-f]{2})*$/i.test(data)) {
    throw invalid(`Call ${index + 1}: \`data\` must be hex with 0x, at most 128 kB.`)
  }
  if (typeof value !== 'bigint' || value < 0n || value >= 2n ** 256n) {
    throw invalid(`Call ${index + 1}: \`value\` must be a bigint of wei, 0 or more.`)
  }
  return { from, to: receiver as Address, data: data.toLowerCase() as Hex, value }
}

function invalid(detail: string): BaseError {
  return new BaseError('The app asks for something that can’t be done on this network. Nothing was sent.', {
    code: 'CALLS_INVALID',
    metaMessages: [detail],
  })
}
