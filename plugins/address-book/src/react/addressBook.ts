import { definePlugin, Feature, type Plugin, View } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { routeView } from '@latchkey/ui-react'
import { addressBook as core } from '../addressBook.js'
import { AddressBookEntryRoute, AddressBookRoute } from '../routes.js'

/**
 * The address book with its views, which an action of the account leads to. A list of two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), send(), addressBook()])
 */
export function addressBook(): readonly Plugin[] {
  return [core(), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'addressBook.views',
    kernel: '^1.0.0',
    requires: { navigation: Navigation },
    setup(context, { navigation }) {
      context.add(Feature, {
        id: 'address-book',
        label: { section: 'addressBook', key: 'title', text: 'Address book' },
        icon: () => import('./AddressBookIcon.js'),
        // After everything that moves money.
        order: 910,
        open: () => void navigation.push(AddressBookRoute),
      })
      context.add(
        View,
        routeView(AddressBookRoute, {
          id: 'addressBook.views.list',
          title: { section: 'addressBook', key: 'title', text: 'Address book' },
          load: () => import('./AddressBookView.js'),
        }),
      )
      context.add(
        View,
        routeView(AddressBookEntryRoute, {
          id: 'addressBook.views.entry',
          title: { section: 'addressBook', key: 'entryTitle', text: 'Save address' },
          skeleton: 'form',
          load: () => import('./EntryView.js'),
        }),
      )
    },
  })
}
