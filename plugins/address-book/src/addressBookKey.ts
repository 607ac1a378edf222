import { type AddressName, parseNetworkId } from '@latchkey/kernel/contracts'
import { plainText, storageKey } from '@latchkey/kernel/plugin'

/** More than anyone knows by name. */
export const mostSaved = 500
/** Characters of a name. */
export const nameLength = 40
const addressLength = 128

/** Whether a name is one plain line: short, with nothing in it that can't be seen, and no address. */
export function isName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name !== '' &&
    [...name].length <= nameLength &&
    plainText(name, nameLength) === name &&
    // A name in the form of an address would vouch for another one.
    !/^0x[\da-f]/i.test(name)
  )
}

/** Other scripts of the page can write here: what isn't a saved address is left out, and so are unknown members. */
export const addressBookKey = storageKey<readonly AddressName[]>('addressBook', {
  '~standard': {
    version: 1,
    validate: (value) =>
      Array.isArray(value)
        ? { value: value.slice(-mostSaved).flatMap(readEntry) }
        : { issues: [{ message: 'Not a list of addresses' }] },
  },
})

function readEntry(value: unknown): readonly AddressName[] {
  const { namespace, address, name } = (value ?? {}) as Partial<Record<keyof AddressName, unknown>>
  const isSound =
    typeof namespace === 'string' &&
    parseNetworkId(`${namespace}:0`) !== undefined &&
    typeof address === 'string' &&
    address !== '' &&
    address.length <= addressLength &&
    plainText(address, addressLength) === address &&
    isName(name)
  return isSound ? [{ namespace, address, name }] : []
}
