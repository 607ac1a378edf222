import type { AccountIdentity } from '@latchkey/kernel/contracts'
import type { CachedName } from '../identityCache.js'

/** Characters of a picture that is remembered; a larger one is asked for again after a reload. */
const pictureLimit = 2_048

/** What is kept over a reload, with what was found in front. */
export function withName(
  kept: readonly CachedName[],
  { name, displayName, avatar, caution }: AccountIdentity,
  { key, until }: Pick<CachedName, 'key' | 'until'>,
): readonly CachedName[] {
  const others = kept.filter((entry) => entry.key !== key)
  // A picture that is too large for the store would be missing for five minutes after a reload.
  if (avatar !== undefined && avatar.length > pictureLimit) return others
  const entry: CachedName = {
    key,
    until,
    ...(name === undefined ? {} : { name }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(caution === undefined ? {} : { caution }),
  }
  return [entry, ...others]
}
