import { copyList, invalidAnswer } from '@latchkey/kernel/chain'
import { describe } from './answers.js'

/** Members of all objects and lists of one answer. Thousands of assets with all their facts are fewer. */
const memberLimit = 500_000
const depthLimit = 32

/**
 * What a wallet answered, as plain JSON data: every member is read once, so that no getter, proxy or later change is met by
 * who uses it. What JSON doesn't have is left out.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when it can't be read, or is larger than any answer.
 */
export function copyAnswer(method: string, answer: unknown): unknown {
  try {
    return copyWithin({ left: memberLimit }, answer, depthLimit)
  } catch {
    throw invalidAnswer('The wallet', method, describe(answer))
  }
}

function copyWithin(members: { left: number }, value: unknown, depth: number): unknown {
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) throw new RangeError('too deep')
  const list = Array.isArray(value) ? copyList(value, members.left) : Object.keys(value)
  if (!list || list.length > members.left) throw new RangeError('too long')
  members.left -= list.length
  if (Array.isArray(value)) return list.map((entry) => copyWithin(members, entry, depth - 1))
  const read = (name: unknown) => Reflect.get(value, name as string) as unknown
  return Object.fromEntries(list.map((name) => [name, copyWithin(members, read(name), depth - 1)]))
}
