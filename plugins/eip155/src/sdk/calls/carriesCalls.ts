import { type Hex, numberToHex } from 'viem'
import type { AskedCall } from '../send/awaitReceipt.js'

/**
 * Targets, amounts and data stand unchanged and in order in any encoding of an account's own calls: each for
 * itself, because some forms have a list of each.
 */
export function carriesCalls(input: Hex, asked: readonly AskedCall[]): boolean {
  const lists = [
    asked.map(({ to }) => to.slice(2).toLowerCase()),
    asked.flatMap(({ value }) => (value === 0n ? [] : [numberToHex(value, { size: 32 }).slice(2)])),
    asked.map(({ data }) => data.slice(2)),
  ]
  return lists.every((list) => standInOrder(input, list))
}

function standInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  return parts.every((part) => {
    let found = text.indexOf(part, from)
    // Shifted by half a byte, the same digits mean something else.
    while (found % 2 === 1) found = text.indexOf(part, found + 1)
    from = found + part.length
    return found !== -1
  })
}
