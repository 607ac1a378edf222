import { plainText } from '../keys/plainText.js'
import type { NamespaceId } from './caip.js'
import type { AddressName, AddressNamesService } from './data/addressNames.js'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The named addresses of a namespace as a provider of `AddressNames` tells them, each checked and its name fit to be shown. What is no
 * named address is left out, and a provider that doesn't work has none. For code without React; views use `useAddressNames`.
 */
export function addressNamesOf(
  service: AddressNamesService | undefined,
  namespace: NamespaceId,
): readonly AddressName[] {
  let entries: unknown
  try {
    entries = service?.state.entries
  } catch {
    // The plugin of somebody else: names are no reason for a payment to fail.
    return []
  }
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown): readonly AddressName[] => {
    if (!isRecord(entry) || entry['namespace'] !== namespace) return []
    const { address } = entry
    const name = plainText(entry['name'])
    return typeof address === 'string' && name !== '' ? [{ namespace, address, name }] : []
  })
}
