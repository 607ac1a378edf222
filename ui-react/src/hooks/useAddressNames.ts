import { type AddressName, AddressNames, namespaceOf } from '@latchkey/kernel/contracts'
import type { NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { useMemo } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import type { StateCheck } from '../contain/serviceStates.js'
import { account } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { useServiceState } from '../useServiceState.js'
import { useShell } from '../useShell.js'
import { isolateText } from '../utils/isolateText.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'

export interface UseAddressNamesResult {
  /** What an address is called, fit to be shown; `undefined` without a name. */
  nameOf(network: NetworkId | NamespaceId, address: string): string | undefined
  /** The name and the shortened address, or that alone: for a sentence. Elsewhere use `NamedAddress`. */
  textOf(network: NetworkId | NamespaceId, address: string): string
  /** All named addresses of a namespace, by name, their names fit to be shown. */
  list(namespace: NamespaceId): readonly AddressName[]
  /** Shows the person where to name an address. Absent where names can't be changed. */
  readonly edit: ((who: Pick<AddressName, 'namespace' | 'address'>) => void) | undefined
}

const addressNamesState: StateCheck<{ readonly entries: readonly AddressName[] }> = {
  empty: { entries: [] },
  isSound: ({ entries }) =>
    Array.isArray(entries) &&
    entries.every(
      (entry: Partial<Record<keyof AddressName, unknown>> | null) =>
        typeof entry?.namespace === 'string' &&
        typeof entry.address === 'string' &&
        typeof entry.name === 'string',
    ),
}

/** The names of other people's addresses, from whatever plugin provides `AddressNames`. Without one nothing is named. */
export function useAddressNames(): UseAddressNamesResult {
  const { kernel } = useShell()
  const messages = useMessages(account)
  const { service, state } = useServiceState(AddressNames, addressNamesState)
  const { entries } = state
  return useMemo(() => {
    const nameOf = (network: string, address: string): string | undefined => {
      const namespace = network.includes(':') ? namespaceOf(network) : network
      const rules = attemptCall(() => kernel.find(Wallets)?.namespace(namespace), undefined)
      const isSame = (other: string) =>
        other === address || attemptCall(() => rules?.isSameAddress(other, address) === true, false)
      const found = entries.find((entry) => entry.namespace === namespace && isSame(entry.address))
      return safeText(found?.name ?? '', 40) || undefined
    }
    return {
      nameOf,
      textOf(network, address) {
        const name = nameOf(network, address)
        const short = truncateAddress(safeText(address, 256))
        return name === undefined ? short : messages.named({ name: isolateText(name), address: short })
      },
      list: (namespace) =>
        entries
          .filter((entry) => entry.namespace === namespace)
          .map((entry) => ({ ...entry, name: safeText(entry.name, 40) }))
          .filter(({ name }) => name !== '')
          .sort((left, right) => left.name.localeCompare(right.name, undefined, { numeric: true })),
      edit:
        typeof service?.edit === 'function'
          ? (who) => attemptCall(() => service.edit?.(who), undefined)
          : undefined,
    }
  }, [kernel, entries, messages, service])
}
