import { isJsonList, isJsonObject, type Json } from './copyJson.js'
import { NotExplained } from './NotExplained.js'
import type { Leaf } from './tree.js'

/**
 * Whether a value is shown by its rule. One that must have a certain value isn't shown, and has it.
 *
 * @throws NotExplained for an unknown rule, and for a value that isn't what it must be
 */
export function isVisible(rule: Json | undefined, leaf: Leaf): boolean {
  if (rule === undefined || rule === 'always' || rule === 'optional') return true
  const { ifNotIn, mustMatch } = isJsonObject(rule) ? rule : {}
  if (isJsonList(ifNotIn) && mustMatch === undefined) return !ifNotIn.some((value) => isValue(value, leaf))
  if (isJsonList(mustMatch) && ifNotIn === undefined) {
    if (mustMatch.some((value) => isValue(value, leaf))) return false
    throw new NotExplained('A value isn’t what the descriptor says it must be.')
  }
  throw new NotExplained('A rule about what is shown isn’t known.')
}

function isValue(given: Json, { type, value }: Leaf): boolean {
  if (typeof value === 'bigint') {
    if (typeof given === 'number') return Number.isSafeInteger(given) && BigInt(given) === value
    return (
      typeof given === 'string' &&
      /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(given) &&
      BigInt(given) === value
    )
  }
  if (typeof value === 'boolean') return given === value
  const isHexText = type === 'address' || type.startsWith('bytes')
  return typeof given === 'string' && (isHexText ? given.toLowerCase() === value : given === value)
}
