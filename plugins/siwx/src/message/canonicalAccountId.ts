import { parseAccountId } from './caip.js'
import type { MessageProfile } from './MessageProfile.js'
import { bip122Profile, eip155Profile, polkadotProfile } from './profiles.js'

/**
 * The one CAIP-10 id of an account on a network. Wallets may spell one account in many ways: an EVM address in any case,
 * a bech32 address in both cases, a Polkadot key with each of 16,382 SS58 prefixes. Compare ids, and keep lists of
 * banned ones, in this spelling: EIP-55, lower-case bech32, SS58 with the general prefix 42. An id of a namespace that
 * is not in `profiles`, and text that is no id, come back as they are.
 *
 * @param profiles Text forms besides the built-in ones.
 */
export function canonicalAccountId(accountId: string, profiles: readonly MessageProfile[] = []): string {
  const parts = parseAccountId(accountId)
  const known = [...profiles, eip155Profile, bip122Profile, polkadotProfile]
  const profile = known.find(({ namespace }) => namespace === parts?.namespace)
  return parts && profile ? `${parts.chainId}:${profile.canonicalAddress(parts.address)}` : accountId
}
