import { guard, storageKey } from '@latchkey/kernel/plugin'

export interface CachedName {
  /** `networkId:address`. */
  readonly key: string
  readonly name?: string
  readonly displayName?: string
  readonly avatar?: string
  readonly caution?: 'unusualLetters'
  /** Milliseconds since the epoch until which it need not be asked again. */
  readonly until: number
}

/** Accounts that are remembered, newest first. */
export const cacheLimit = 20

const isTextOrNothing = (value: unknown) => value === undefined || typeof value === 'string'

function isCachedName(value: unknown): value is CachedName {
  const { key, name, displayName, avatar, caution, until } = Object(value) as Record<string, unknown>
  return (
    typeof key === 'string' &&
    typeof until === 'number' &&
    [name, displayName, avatar].every(isTextOrNothing) &&
    (caution === undefined || caution === 'unusualLetters')
  )
}

export const CachedNames = storageKey(
  'identities',
  guard(
    (value): value is readonly CachedName[] =>
      Array.isArray(value) && value.length <= cacheLimit && value.every(isCachedName),
  ),
)
