import { AddressNames } from '@latchkey/kernel/contracts'
import { definePlugin, Namespace, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { Navigation, Session, Wallets } from '@latchkey/kernel/wallet'
import { AddressBook } from './AddressBookService.js'
import { addressBookKey } from './addressBookKey.js'
import { createAddressBook } from './createAddressBook.js'

/**
 * Names that a person gives to addresses, for every view that shows an address: it provides `AddressNames`. List `addressBook`
 * of `@latchkey/plugin-address-book/react` for the views in which they are given.
 *
 * @example
 * createKernel([eip155({ networks }), send(), addressBook()])
 */
export function addressBook(): Plugin {
  return definePlugin({
    id: 'addressBook',
    kernel: '^1.0.0',
    requires: { wallets: Wallets, storage: Storage, session: Session, navigation: Navigation },
    provides: [AddressBook, AddressNames],
    setup(context, deps) {
      const { service, read } = createAddressBook({ ...deps, namespaces: () => context.list(Namespace) })
      context.provide(AddressBook, () => service)
      context.provide(AddressNames, () => service)
      return {
        start() {
          read()
          context.defer(deps.storage.watch(addressBookKey, read))
        },
      }
    },
  })
}
