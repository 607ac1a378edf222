import { hexToBytes, isHex, type TransactionSerializable } from 'viem'
import type { ProviderOptions } from '../chainCode.js'

/** Selectors of ERC-20 that the app shows with a described token: transfer and approve. */
const selectors = /^0x(a9059cbb|095ea7b3)/
/** Data bytes of one APDU. */
const most = 255

/**
 * What the host knows of the token that a transaction is of, as the device takes it. A host whose description fails loses no more
 * than that: the device shows the contract's data.
 */
export async function describeToken(
  { options, log }: Pick<ProviderOptions, 'options' | 'log'>,
  { to, data, chainId }: TransactionSerializable & { readonly chainId: number },
): Promise<Uint8Array | undefined> {
  if (!to || !data || !selectors.test(data) || !options.describeToken) return undefined
  try {
    const text: unknown = await options.describeToken(chainId, to.toLowerCase())
    if (typeof text !== 'string') return undefined
    const hex = text.startsWith('0x') ? text : `0x${text}`
    if (!isHex(hex) || hex.length % 2 !== 0 || hex.length > 2 + 2 * most) {
      log.warn(`describeToken of ledger() answered no hex of at most ${most} bytes for ${to}.`)
      return undefined
    }
    return hexToBytes(hex)
  } catch (error) {
    log.warn('describeToken of ledger() failed; the device shows the data of the contract’s call.', error)
    return undefined
  }
}
