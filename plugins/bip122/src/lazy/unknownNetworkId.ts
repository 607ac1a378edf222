import type { NetworkId } from '@latchkey/kernel/plugin'
import { unknownNetwork } from '../networks.js'

/**
 * An id for a network that a wallet stands on and that we have no name for, such as Fractal. It is no CAIP-2 id of any network, so
 * that no host lists it: the app says that it doesn't know the network, instead of saying Bitcoin.
 *
 * @param told As the wallet says it.
 */
export function unknownNetworkId(told: string): NetworkId {
  // A reference of CAIP-2 has at most 32 characters.
  return `${unknownNetwork}${told.replace(/[^\w-]+/g, '-').slice(0, 24)}`
}
