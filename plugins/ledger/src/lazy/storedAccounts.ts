import type { StorageService } from '@latchkey/kernel/plugin'
import { storedList } from '../storedList.js'

/** A connected account, to be taken up after a reload. */
export interface StoredAccount {
  readonly namespace: string
  readonly address: string
  readonly path: readonly number[]
}

/** More than a person connects. The oldest go first. */
const limit = 20

const isAccount = (value: unknown): value is StoredAccount => {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, address, path } = value as Record<string, unknown>
  return (
    typeof namespace === 'string' &&
    /^[-a-z0-9]{3,8}$/.test(namespace) &&
    typeof address === 'string' &&
    /^[0-9a-zA-Z]{32,64}$/.test(address) &&
    Array.isArray(path) &&
    path.length > 0 &&
    path.length <= 10 &&
    path.every((part) => Number.isInteger(part) && part >= 0 && part <= 0xffffffff)
  )
}

/** Tells connections apart. An account that is connected again takes its earlier place. */
export const keyOf = ({ namespace, address }: Pick<StoredAccount, 'namespace' | 'address'>): string =>
  `${namespace}:${address}`

/** What is stored by somebody else counts as nothing. */
export function readStored(storage: StorageService): readonly StoredAccount[] {
  const stored = storage.read(storedList) ?? []
  return stored.length <= limit && stored.every(isAccount) ? stored : []
}

export function writeStored(storage: StorageService, account: StoredAccount): void {
  const others = readStored(storage).filter((other) => keyOf(other) !== keyOf(account))
  storage.write(storedList, [...others, account].slice(-limit))
}

export function removeStored(storage: StorageService, key: string): void {
  const others = readStored(storage).filter((other) => keyOf(other) !== key)
  if (others.length > 0) storage.write(storedList, others)
  else storage.remove(storedList)
}
