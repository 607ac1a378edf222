export { addressBook } from './addressBook.js'
export { AddressBook } from './AddressBookService.js'
export type { AddressBookService, SavedAddress } from './AddressBookService.js'
export { AddressBookEntryRoute, AddressBookRoute } from './routes.js'
