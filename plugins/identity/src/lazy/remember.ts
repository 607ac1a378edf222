import type { AccountIdentity, StorageService } from '@latchkey/kernel/plugin'
import { type CachedName, CachedNames, cacheLimit } from '../identityCache.js'

/** Characters of a picture that is remembered; a larger one is asked for again after a reload. */
const pictureLimit = 2_048

/** Keeps what was found over a reload. */
export function remember(
  storage: StorageService,
  key: string,
  { name, displayName, avatar, caution }: AccountIdentity,
  until: number,
): void {
  const others = (storage.read(CachedNames) ?? []).filter((entry) => entry.key !== key)
  // A picture that is too large for the store would be missing for five minutes after a reload.
  if (avatar !== undefined && avatar.length > pictureLimit) return storage.write(CachedNames, others)
  const entry: CachedName = {
    key,
    until,
    ...(name === undefined ? {} : { name }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(caution === undefined ? {} : { caution }),
  }
  storage.write(CachedNames, [entry, ...others].slice(0, cacheLimit))
}
