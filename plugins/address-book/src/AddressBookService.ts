import type { AddressName, AddressNamesService } from '@latchkey/kernel/contracts'
import { type NamespaceId, token } from '@latchkey/kernel/plugin'

/** An address without its name. */
export type SavedAddress = Pick<AddressName, 'namespace' | 'address'>

/** The names that a person gave to addresses. Kept in the page's storage, for each site by itself. */
export interface AddressBookService extends AddressNamesService {
  /** Also of namespaces that the host doesn't list now. In the order in which they were saved. */
  readonly state: { readonly entries: readonly AddressName[] }
  edit(who: SavedAddress): void
  /** Which namespace a text is an address of: the active one before others. `undefined` when it is no address. */
  namespaceOf(text: string): NamespaceId | undefined
  /**
   * What an address looks like and is not, as a person may mix them up: a saved address, or an account that is connected, which has no
   * name. `undefined` when there is none.
   */
  findLookalike(who: SavedAddress): { readonly address: string; readonly name?: string } | undefined
  /**
   * Names an address, or changes its name. Spaces around both are left out.
   *
   * @throws BaseError `ADDRESS_INVALID` for what is no address of the namespace; `ADDRESS_NAME_INVALID` for a name that is
   *   empty, longer than 40 characters, has invisible characters, or reads like an address; `ADDRESS_NAME_TAKEN` when
   *   another address of the namespace has it; `ADDRESS_BOOK_FULL` at 500 addresses
   */
  save(entry: AddressName): void
  /** Does nothing where the address has no name. */
  remove(who: SavedAddress): void
}

export const AddressBook = token<AddressBookService>('latchkey.addressBook')
