import type { NamespaceId } from '../caip.js'
import { token } from '../../keys/token.js'

/** What the person, or the host, calls an address. */
export interface AddressName {
  readonly namespace: NamespaceId
  /** In the namespace's own form. It stands for every network of the namespace. */
  readonly address: string
  /** Shown as one plain line of at most 40 characters; what is no text, or has nothing to see in it, is no name. */
  readonly name: string
}

export interface AddressNamesService {
  /**
   * A proxy of valtio, so that views follow it. Addresses are compared by `isSameAddress` of their namespace, and the first
   * entry that fits is shown.
   */
  readonly state: { readonly entries: readonly AddressName[] }
  /** Shows the person where to name an address, or to change its name. Absent where names can't be changed. */
  edit?(who: Pick<AddressName, 'namespace' | 'address'>): void
}

/**
 * Names for the addresses of other people, shown wherever an address is shown. A name never takes the place of the address
 * where money is about to move. Provide it to bring names of your own; without a provider nothing is named. Views read it
 * with `useAddressNames` of the shell.
 *
 * @example
 * definePlugin({
 *   id: 'company.names',
 *   kernel: '^1.0.0',
 *   provides: [AddressNames],
 *   setup(context) {
 *     const state = proxy({ entries: [{ namespace: 'eip155', address: '0x…', name: 'Payroll' }] })
 *     context.provide(AddressNames, () => ({ state }))
 *   },
 * })
 */
export const AddressNames = token<AddressNamesService>('latchkey.addressNames')
