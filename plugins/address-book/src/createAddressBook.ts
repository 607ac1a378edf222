import { type AddressName, looksAlike } from '@latchkey/kernel/contracts'
import type { NamespaceContribution, StorageService } from '@latchkey/kernel/plugin'
import type { NavigationService, SessionService, WalletsService } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import { addressBookKey, isName, mostSaved } from './addressBookKey.js'
import { plainAddress } from './plainAddress.js'
import { addressBookError } from './addressBookError.js'
import type { AddressBookService, SavedAddress } from './AddressBookService.js'
import { AddressBookEntryRoute } from './routes.js'

export interface AddressBookDeps {
  readonly wallets: WalletsService
  readonly storage: StorageService
  readonly session: SessionService
  readonly navigation: NavigationService
  /** Namespaces that plugins have added, in their order. */
  namespaces(): readonly NamespaceContribution[]
}

/** The service, and what reads the storage. */
export function createAddressBook(deps: AddressBookDeps) {
  const { wallets, storage, navigation } = deps
  const state = proxy<{ entries: readonly AddressName[] }>({ entries: [] })
  const isSame: IsSame = ({ namespace, address }, other) =>
    namespace === other.namespace &&
    (address === other.address ||
      wallets.namespace(namespace)?.isSameAddress(address, other.address) === true)

  const read = () => {
    const stored = storage.read(addressBookKey) ?? []
    // Of a namespace that isn't listed now nobody can tell: it may be listed again.
    state.entries = stored.filter(
      ({ namespace, address }) => isAddressOf(wallets.namespace(namespace), address) !== false,
    )
  }
  function change(next: (entries: readonly AddressName[]) => readonly AddressName[]): void {
    // Another tab may have written since.
    read()
    state.entries = next(state.entries)
    storage.write(addressBookKey, state.entries)
  }

  const service: AddressBookService = {
    state,
    edit: ({ namespace, address }) => void navigation.push(AddressBookEntryRoute, { namespace, address }),
    namespaceOf(text) {
      const own = wallets.active()?.contribution
      const fitting = [...(own ? [own] : []), ...deps.namespaces()].flatMap((one) =>
        isAddressOf(one, plainAddress(text)) ? [one.id] : [],
      )
      return fitting[0]
    },
    findLookalike: (who) => findLookalike(deps, state.entries, isSame, who),
    save(given) {
      const entry = checkEntry(deps, given)
      change((entries) => {
        const others = entries.filter((one) => !isSame(one, entry))
        const isTaken = others.some(
          ({ namespace, name }) => namespace === entry.namespace && fold(name) === fold(entry.name),
        )
        if (isTaken) throw addressBookError('ADDRESS_NAME_TAKEN', { name: entry.name })
        if (others.length >= mostSaved) throw addressBookError('ADDRESS_BOOK_FULL', { count: mostSaved })
        const place = entries.findIndex((one) => isSame(one, entry))
        return place < 0 ? [...entries, entry] : entries.map((one) => (isSame(one, entry) ? entry : one))
      })
    },
    remove: (who) => change((entries) => entries.filter((one) => !isSame(one, who))),
  }
  return { service, read }
}

type IsSame = (one: SavedAddress, other: SavedAddress) => boolean

function findLookalike(
  { session }: AddressBookDeps,
  entries: readonly AddressName[],
  isSame: IsSame,
  who: SavedAddress,
): ReturnType<AddressBookService['findLookalike']> {
  const fits = (one: SavedAddress) =>
    one.namespace === who.namespace && !isSame(one, who) && looksAlike(one.address, who.address)
  const named = entries.find(fits)
  if (named) return { address: named.address, name: named.name }
  const own = session.state.connections.flatMap((connection) => connection.accounts).find(fits)
  return own && { address: own.address }
}

/** Whether any of a namespace's networks takes it: some have a checksum of their own (EIP-1191). `undefined` without a namespace. */
const isAddressOf = (namespace: NamespaceContribution | undefined, text: string): boolean | undefined =>
  namespace &&
  (namespace.isAddress(text) || namespace.networks.some(({ id }) => namespace.isAddress(text, id)))

/** Names that a reader takes for the same. */
const fold = (name: string) => name.normalize('NFKC').toLowerCase()

function checkEntry({ wallets, namespaces }: AddressBookDeps, entry: AddressName): AddressName {
  const { namespace } = entry
  const address = plainAddress(entry.address)
  const name = entry.name.replace(/\s+/gu, ' ').trim()
  if (!isAddressOf(wallets.namespace(namespace), address)) throw addressBookError('ADDRESS_INVALID')
  if (!isName(name) || namespaces().some((one) => isAddressOf(one, plainAddress(name)))) {
    throw addressBookError('ADDRESS_NAME_INVALID')
  }
  return { namespace, address, name }
}
