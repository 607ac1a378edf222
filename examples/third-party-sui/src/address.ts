/** Sui's addresses are 32 bytes in hex, and have no checksum. Short forms of it name objects, never accounts. */
const form = /^0x[\da-f]{64}$/i

export const isSuiAddress = (value: string): boolean => form.test(value)

/** One spelling for each account: hex may be written in either case. */
export const canonicalSuiAddress = (address: string): string => address.toLowerCase()

export const isSameSuiAddress = (left: string, right: string): boolean =>
  isSuiAddress(left) && canonicalSuiAddress(left) === canonicalSuiAddress(right)
