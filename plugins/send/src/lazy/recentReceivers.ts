import { guard, type NamespaceId, type StorageService, storageKey } from '@latchkey/kernel/plugin'
import type { RecentReceiver } from '../Sender.js'

/** Kept per namespace. */
export const recentLimit = 10

type Stored = Readonly<Record<string, readonly RecentReceiver[]>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecent = (value: unknown): value is RecentReceiver =>
  isRecord(value) &&
  typeof value['address'] === 'string' &&
  value['address'].length <= 128 &&
  (value['name'] === undefined || (typeof value['name'] === 'string' && value['name'].length <= 255))

function isStored(value: unknown): value is Stored {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.length <= recentLimit && list.every(isRecent),
    )
  )
}

const key = storageKey('send.recents', guard(isStored))

/** Whom this app sent to. Never those who sent something to the account: anybody can get into that list. */
export function createRecents(storage: StorageService) {
  const all = () => storage.read(key) ?? {}
  return {
    list: (namespace: NamespaceId): readonly RecentReceiver[] => all()[namespace] ?? [],
    add(
      namespace: NamespaceId,
      recent: RecentReceiver,
      isSame: (left: string, right: string) => boolean,
    ): void {
      const stored = all()
      const others = (stored[namespace] ?? []).filter(({ address }) => !isSame(address, recent.address))
      storage.write(key, { ...stored, [namespace]: [recent, ...others].slice(0, recentLimit) })
    },
  }
}

export type Recents = ReturnType<typeof createRecents>
