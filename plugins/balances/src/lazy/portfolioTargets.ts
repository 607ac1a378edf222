import type { SessionService, WalletsService } from '@latchkey/kernel/wallet'
import type { Target } from './target.js'

/** Every account of every connection on every network of its chain that goes on and takes its address, each once. */
export function portfolioTargets(
  { session, wallets }: { readonly session: SessionService; readonly wallets: WalletsService },
  showsTestnets: boolean,
): readonly Target[] {
  const targets = new Map<string, Target>()
  for (const { namespace: id, address } of session.state.connections.flatMap(({ accounts }) => accounts)) {
    const namespace = wallets.namespace(id)
    for (const network of namespace?.networks ?? []) {
      if (network.closed || (network.testnet === true && !showsTestnets)) continue
      if (!namespace?.isAddress(address, network.id)) continue
      const isKnown = [...targets.values()].some(
        (other) => other.networkId === network.id && namespace.isSameAddress(other.address, address),
      )
      const key = `${network.id}:${address}`
      if (!isKnown) targets.set(key, { key, namespace: id, networkId: network.id, address, network })
    }
  }
  return [...targets.values()]
}
