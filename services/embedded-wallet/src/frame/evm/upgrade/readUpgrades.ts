import type { Hex } from 'viem'
import type { Status } from '../capabilities.js'
import { clientOf } from '../node.js'
import { readUpgrade } from './readUpgrade.js'

/** What the key's account does with several calls, on the chains whose node is known. */
export async function readUpgrades(
  address: Hex,
  chains: readonly number[],
  rpcUrlOf: (chainId: number) => string | undefined,
): Promise<(chainId: number) => Status> {
  const statuses = new Map<number, Status>()
  await Promise.all(
    chains.map(async (chainId) => {
      const rpcUrl = rpcUrlOf(chainId)
      if (rpcUrl === undefined) return
      const upgrade = await readUpgrade(clientOf({ chainId, rpcUrl }), address).catch(() => undefined)
      if (upgrade?.kind === 'own') statuses.set(chainId, 'supported')
      if (upgrade?.kind === 'none' && upgrade.isPossible) statuses.set(chainId, 'ready')
    }),
  )
  return (chainId) => statuses.get(chainId) ?? 'unsupported'
}
