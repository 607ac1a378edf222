import type { NetworkId } from '@latchkey/kernel/plugin'
import { Networks, Wallets } from '@latchkey/kernel/wallet'
import { PaymentRequest, visibleText } from '@latchkey/kernel/contracts'
import { useEffect, useState } from 'react'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'

export interface TypedAddress {
  /** The typed text without invisible marks, and without the network's short name where the address is of this network. */
  readonly text: string
  /** Whether `text` is an address of the network. */
  readonly isAddress: boolean
  /** The short names of networks are being loaded: nothing is said of the address yet. */
  readonly isReading: boolean
  /** Says for the person that it's an address of another network. */
  readonly elsewhere: string | undefined
}

type ShortNames = Readonly<Record<string, NetworkId>>

const noNames: ShortNames = {}

/**
 * Reads an address that a person typed or pasted for a network: plain, as an account (CAIP-10), or behind the network's short name, as
 * Safe copies it (`eth:0x…`, ERC-3770).
 *
 * @param networkId The network that it has to be of. Without one nothing is an address.
 */
export function useTypedAddress(typed: string, networkId: NetworkId | undefined): TypedAddress {
  const messages = useMessages(forms)
  const wallets = useService(Wallets)
  const networks = useService(Networks)
  const text = visibleText(typed)
  const [, prefix = '', bare = ''] = /^(.{1,41}):([^:]+)$/.exec(text) ?? []
  const shortNames = useShortNames(prefix === '' ? undefined : networkId)
  const namespace = networkId === undefined ? undefined : wallets.namespace(networkId)
  const answer = (more: Partial<TypedAddress> = {}): TypedAddress => ({
    ...{ text, isAddress: false, isReading: false, elsewhere: undefined },
    ...more,
  })
  if (!namespace || text === '') return answer()
  if (namespace.isAddress(text, networkId)) return answer({ isAddress: true })
  if (prefix === '') return answer()
  const isId = prefix.includes(':')
  if (!isId && !shortNames) return answer({ isReading: true })
  const named = isId ? (prefix as NetworkId) : shortNameIn(shortNames, prefix)
  // A CAIP-2 id of another namespace may hold what looks like an address here.
  if (named === undefined || wallets.namespace(named)?.id !== namespace.id) return answer()
  if (!namespace.isAddress(bare, named)) return answer()
  if (named === networkId) return answer({ text: bare, isAddress: true })
  const network = safeText(networks.find(named)?.name ?? prefix, 40)
  return answer({ elsewhere: messages.addressElsewhere({ network }) })
}

const shortNameIn = (names: ShortNames = noNames, name: string) =>
  Object.hasOwn(names, name) ? names[name] : undefined

/** The short names of the kind of network that one is of. `undefined` while they are loaded. */
function useShortNames(networkId: NetworkId | undefined): ShortNames | undefined {
  const wallets = useService(Wallets)
  const [loaded, setLoaded] = useState<{ readonly networkId: NetworkId; readonly names: ShortNames }>()
  useEffect(() => {
    if (networkId === undefined) return
    let isCurrent = true
    const names = wallets.chain(networkId, PaymentRequest)?.links?.shortNames?.() ?? Promise.resolve(noNames)
    // Without them the text is no address, which the form says.
    names
      .catch(() => noNames)
      .then((names) => {
        if (isCurrent) setLoaded({ networkId, names })
      })
    return () => {
      isCurrent = false
    }
  }, [wallets, networkId])
  return loaded?.networkId === networkId ? loaded?.names : undefined
}
