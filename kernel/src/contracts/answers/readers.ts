import { copyList } from '../copyList.js'
import { answerInvalid } from './answerInvalid.js'
import { copyAnswer, type Members, unread } from './copyAnswer.js'

/**
 * Takes a part of an answer.
 *
 * @param at Where it stands, for the error.
 * @throws BaseError `ANSWER_INVALID` when it isn't of the form.
 */
export type Read<T = unknown> = (value: unknown, at: string) => T

/** Beyond what any chain keeps, pictures included: a token with an odd name can still be sent. */
const longestText = 10_000_000
/** No account has more of anything on one page. */
const longestList = 10_000

/** 2^256 − 1: no chain keeps an amount in more bits. */
const largest = 2n ** 256n - 1n
const mostDecimals = 77

const when =
  <T>(expected: string, holds: (value: never) => boolean): Read<T> =>
  (value, at) => {
    if (!holds(value as never)) throw answerInvalid(at, expected, value)
    return value as T
  }

export const text: Read<string> = when(
  `a text of at most ${longestText} characters`,
  (value: unknown) => typeof value === 'string' && value.length <= longestText,
)
export const named: Read<string> = when(
  `a text of 1 to ${longestText} characters`,
  (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= longestText,
)
export const picture: Read<string> = when(
  'the address of a picture',
  (value: unknown) => typeof value === 'string' && value.length <= longestText,
)
export const flag: Read<boolean> = when('true or false', (value: unknown) => typeof value === 'boolean')
const decimals: Read<number> = when(
  `a whole number from 0 to ${mostDecimals}`,
  (value: number) => Number.isInteger(value) && value >= 0 && value <= mostDecimals,
)
/** Milliseconds, a rate: no money. */
export const measure: Read<number> = when(
  'a number of at least 0',
  (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
)
export const steps: Read<number> = when(
  `a whole number from 1 to ${longestList}`,
  (value: number) => Number.isInteger(value) && value >= 1 && value <= longestList,
)
export const units: Read<bigint> = when(
  'a bigint from 0 to 2^256 − 1, in the smallest unit',
  (value: unknown) => typeof value === 'bigint' && value >= 0n && value <= largest,
)
/** Below 0 where something leaves an account. */
export const change: Read<bigint> = when(
  'a bigint of at most 2^256 − 1 either way, in the smallest unit',
  (value: unknown) => typeof value === 'bigint' && value >= -largest && value <= largest,
)
export const anyFunction: Read<(...given: unknown[]) => unknown> = when(
  'a function',
  (value: unknown) => typeof value === 'function',
)
export const bytes: Read<Uint8Array> = when('bytes as a Uint8Array', isBytes)
export const oneOf = (...words: readonly unknown[]): Read =>
  when(`one of ${words.map((word) => JSON.stringify(word)).join(', ')}`, (value: unknown) =>
    words.includes(value),
  )

/** Bytes of another frame of the page count; what only claims to be some doesn't. */
function isBytes(value: unknown): boolean {
  try {
    return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]'
  } catch {
    return false
  }
}

export const optional =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : read(value, at)

export const either =
  <T>(word: T, read: Read): Read =>
  (value, at) =>
    value === word ? value : read(value, at)

/** Members that aren't named stay as they are: a plugin may tell more than the contract knows. */
export const shaped =
  (members: Readonly<Record<string, Read>>): Read<Members> =>
  (value, at) => {
    const copy = copyAnswer(value, at)
    for (const [name, read] of Object.entries(members)) {
      if (!(name in copy)) read(undefined, `${at}.${name}`)
      else copy[name] = read(copy[name], `${at}.${name}`)
    }
    for (const name of Reflect.ownKeys(copy)) if (copy[name] === unread) delete copy[name]
    return copy
  }

export const listOf =
  (read: Read): Read<readonly unknown[]> =>
  (value, at) =>
    listAt(value, at).map((entry, index) => read(entry, `${at}[${index}]`))

export function listAt(value: unknown, at: string): readonly unknown[] {
  const list = copyList(value, longestList)
  if (!list) throw answerInvalid(at, `a list of at most ${longestList} entries`, value)
  return list
}

/** Whatever it is. The contract says nothing of it, as of calls in a namespace's own form. */
export const anything: Read = (value) => value

/** Names and values, of which only the names are known to be texts. */
export const record: Read<Members> = (value, at) => shaped({})(value, at)

const amountMembers = (count: Read) =>
  shaped({ value: count, moved: optional(count), decimals, symbol: text })
export const amount = amountMembers(units)
export const changeOfAmount = amountMembers(change)

/** A token, by what the chain says of it. */
export const tokenReference = shaped({
  address: named,
  decimals,
  symbol: text,
  name: optional(text),
  icon: optional(picture),
})

/** A sentence with a stable code. */
export const codedMembers = { code: named, message: text, parameters: optional(record) }
