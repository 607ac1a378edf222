import { type NamespaceId, route } from '@latchkey/kernel/plugin'

/** The addresses that the person named. */
export const AddressBookRoute = route('AddressBook')

/** Names an address, or changes the name of one. Without an address, the person enters it. */
export const AddressBookEntryRoute = route<
  { readonly namespace: NamespaceId; readonly address: string } | undefined
>('AddressBookEntry')
