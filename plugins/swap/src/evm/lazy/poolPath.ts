import { type Address, concatHex, getAddress, type Hex, numberToHex, size, sliceHex } from 'viem'

/** A v3 path: an address of 20 bytes, a fee of 3, an address, and so on. */
export function writePoolPath(path: readonly Address[], fees: readonly number[]): Hex {
  return concatHex(
    path.flatMap((token, index): Hex[] => {
      const fee = fees[index]
      return fee === undefined ? [token] : [token, numberToHex(fee, { size: 3 })]
    }),
  )
}

/** The first and the last token of a v3 path. `undefined` when it is none. */
export function readPoolPath(path: Hex): { readonly first: Address; readonly last: Address } | undefined {
  const length = size(path)
  if (length < 43 || (length - 20) % 23 !== 0) return undefined
  return { first: getAddress(sliceHex(path, 0, 20)), last: getAddress(sliceHex(path, length - 20)) }
}
