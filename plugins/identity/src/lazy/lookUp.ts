import type { AccountIdentity, Identity } from '@latchkey/kernel/contracts'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { NameSource, NameSources } from '../nameSources.js'
import { checkName } from './checkName.js'
import { checkVouchedName } from './checkVouchedName.js'

export interface LookUpRequest {
  readonly networkId: NetworkId
  readonly address: string
  /** What was shown before. */
  readonly last: AccountIdentity | undefined
  /** Whether the picture stays when the best source fails. */
  readonly keepsPicture: boolean
  readonly signal: AbortSignal
}

/**
 * What an account may be shown as. When the best source fails the name is read another way, and the picture is cleared
 * except where it stays. Never rejects.
 */
export async function lookUp(
  sources: NameSources,
  { networkId, address, last, keepsPicture, signal }: LookUpRequest,
  log: LogService,
): Promise<AccountIdentity> {
  let failure: unknown
  for (const [rank, source] of sources.on(networkId).entries()) {
    try {
      const found = await source.lookup({ networkId, address, signal })
      const identity = await verify(sources, source, { networkId, address, found, signal })
      if (rank === 0 || keepsPicture) return { status: 'success', ...identity }
      const { avatar: _, ...named } = identity
      return { status: 'success', ...named }
    } catch (error) {
      failure ??= error
      log.debug('A name could not be looked up; the next source is asked.', error)
    }
  }
  const { avatar, ...named } = last ?? {}
  return {
    ...named,
    ...(keepsPicture && avatar !== undefined ? { avatar } : {}),
    status: 'error',
    error: kernelErrorFrom(failure, 'NAMES_UNAVAILABLE', 'Names could not be read. Try again.'),
  }
}

interface Verification {
  readonly networkId: NetworkId
  readonly address: string
  readonly found: Identity
  readonly signal: AbortSignal
}

/** A name is shown when it is in normal form and stands for the address; its picture goes with it. */
async function verify(
  sources: NameSources,
  source: NameSource,
  { networkId, address, found, signal }: Verification,
): Promise<Pick<AccountIdentity, 'name' | 'displayName' | 'avatar' | 'caution'>> {
  const { name, avatar, vouchedName } = found
  const picture = avatar === undefined ? {} : { avatar }
  // What is vouched for leads nowhere: there is no way back from it that could be tried.
  if (name === undefined)
    return { ...(vouchedName === undefined ? {} : checkVouchedName(vouchedName)), ...picture }
  const checked = await checkName(name)
  // What is not in normal form is another name, made to be taken for the one it becomes.
  if (checked?.name !== name) return {}
  const owner = await source.resolve({ networkId, name, signal })
  if (owner === undefined || !sources.isSameAddress(networkId, owner, address)) return {}
  return { ...checked, ...picture }
}
