import { decodeSs58, encodeSs58 } from './ss58.js'

const accountLength = 32

/** The 32 bytes of the account an address names, or `undefined` when it names none. */
export function accountKey(address: unknown): Uint8Array | undefined {
  const key = decodeSs58(address)?.key
  return key?.length === accountLength ? key : undefined
}

/** Whether a person may enter this as an address: SS58 of a 32-byte account, with the prefix of any network. */
export function isAddress(value: string): boolean {
  return accountKey(value) !== undefined
}

/** Whether both name one account: the same bytes, whatever network's prefix they are written with. */
export function isSameAddress(left: string, right: string): boolean {
  const key = accountKey(left)
  const other = accountKey(right)
  return key !== undefined && other !== undefined && key.every((byte, index) => byte === other[index])
}

/** The address written for the network with this prefix, or `undefined` when it is no address. */
export function addressFor(ss58Prefix: number, address: unknown): string | undefined {
  const key = accountKey(address)
  return key && encodeSs58(key, ss58Prefix)
}
