import type { NetworkId } from '@latchkey/kernel/plugin'
import { RequestNetwork, type RequestNetworkCapability } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'

/** How the wallet of a session is asked for a network, where it approved a method for that. */
export function waysToAsk(
  wallets: Pick<WalletsService, 'chain'>,
  networkId: NetworkId | string,
  methods: readonly string[],
): RequestNetworkCapability | undefined {
  const ways = wallets.chain(networkId, RequestNetwork)
  return ways?.methods.some((method) => methods.includes(method)) ? ways : undefined
}
