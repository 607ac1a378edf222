import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'

export interface Identity {
  readonly name?: string
  /**
   * What the account calls itself, where the network's registrars vouch for it. It is unique to nobody and leads to no
   * address: it is shown, and never resolved.
   */
  readonly vouchedName?: string
  /** A `data:` or `https:` picture, shown through `<img>` only. */
  readonly avatar?: string
}

/** Names: forward and reverse, verified both ways before they are shown. */
export interface IdentityCapability {
  /** Whether the network's names can be looked up. Default: every network of the namespace. */
  supports?(networkId: NetworkId): boolean
  lookup(request: { networkId: NetworkId; address: string; signal?: AbortSignal }): Promise<Identity>
  /** The address a name stands for on the network, or `undefined`. */
  resolve(request: { networkId: NetworkId; name: string; signal?: AbortSignal }): Promise<string | undefined>
}

export const Identities = capabilityToken<IdentityCapability>(
  'latchkey.capability.identity/1',
  ['lookup', 'resolve'],
  { 'supports?': false },
)
