import { copyList, invalidAnswer } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '../address.js'

/** A wallet with more accounts than this is broken or hostile. */
const accountLimit = 1_000

/** Shows in an error what a wallet answered, whatever it is: short, and without walking it, for it may be endless. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 200)}"`
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return Array.isArray(value) ? `a list of ${value.length}` : 'object'
  } catch {
    return 'object'
  }
}

/**
 * Addresses in EIP-55 form, each once, in the wallet's order.
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when any entry is no address.
 */
export function readAccounts(wallet: string, method: string, value: unknown): readonly `0x${string}`[] {
  const list = copyList(value, accountLimit)
  if (!list) throw invalidAnswer(wallet, method, describe(value))
  const addresses = list.map((entry) => {
    const address = typeof entry === 'string' && entry.startsWith('0x') ? toChecksumAddress(entry) : undefined
    if (address === undefined) throw invalidAnswer(wallet, method, describe(entry))
    return address
  })
  return [...new Set(addresses)]
}

/**
 * CAIP-2 id from a chain id. The standard's form is hex; decimal text and numbers are what older wallets send.
 * @throws ConnectorError `WALLET_ANSWER_INVALID`
 */
export function readNetworkId(wallet: string, method: string, value: unknown): NetworkId {
  const isNumber = typeof value === 'number'
  const isText = typeof value === 'string' && /^(?:0x[0-9a-f]{1,16}|\d{1,16})$/i.test(value)
  const id = isNumber || isText ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id) || id <= 0) throw invalidAnswer(wallet, method, describe(value))
  return `eip155:${id}`
}

const signatureLimit = 200_000

/** Hex bytes of a signature. Smart accounts give more than 65; nobody gives none. @throws ConnectorError `WALLET_ANSWER_INVALID` */
export function readSignature(wallet: string, method: string, value: unknown): `0x${string}` {
  if (typeof value !== 'string' || value.length > signatureLimit || !/^0x(?:[0-9a-f]{2})+$/i.test(value))
    throw invalidAnswer(wallet, method, describe(value))
  return value as `0x${string}`
}

/** A transaction hash: 32 bytes. @throws ConnectorError `WALLET_ANSWER_INVALID` */
export function readTransactionHash(wallet: string, method: string, value: unknown): `0x${string}` {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value))
    throw invalidAnswer(wallet, method, describe(value))
  return value.toLowerCase() as `0x${string}`
}
