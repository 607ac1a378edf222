import type { NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOfChain, parseAccountId } from '../caip.js'
import { currentId } from '../namespaceDefaults.js'

/**
 * The network a `chainChanged` names: in its data as a number, hex or CAIP-2 id, else in the id the event was sent for.
 * `undefined` when it names none.
 */
export function readChainEvent(data: unknown, chainId: unknown): NetworkId | undefined {
  const namespace = typeof chainId === 'string' ? namespaceOfChain(chainId) : undefined
  if (namespace === undefined) return undefined
  if (typeof data === 'string' && namespaceOfChain(data) === namespace) return currentId(data) as NetworkId
  const isNumber = typeof data === 'number' || (typeof data === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(data))
  const number = isNumber ? Number(data) : Number.NaN
  if (namespace === 'eip155' && Number.isSafeInteger(number) && number > 0) return `eip155:${number}`
  return currentId(chainId as string) as NetworkId
}

/** The account an `accountsChanged` puts first: a CAIP-10 id, or a bare address of the event's namespace. */
export function readAccountsEvent(
  data: unknown,
  chainId: unknown,
): { readonly namespace: string; readonly address: string } | undefined {
  const [leading] = Array.isArray(data) ? data : []
  const text = typeof leading === 'object' && leading !== null ? leading.address : leading
  const namespace = typeof chainId === 'string' ? namespaceOfChain(chainId) : undefined
  if (typeof text !== 'string' || text.length > 200 || namespace === undefined) return undefined
  const account = parseAccountId(text)
  if (account) return account.namespace === namespace ? account : undefined
  return { namespace, address: text }
}
