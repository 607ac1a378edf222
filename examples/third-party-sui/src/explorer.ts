import { linkToExplorer } from '@latchkey/kernel/chain'
import { capability, Explorer } from '@latchkey/kernel/contracts'
import type { Network } from '@latchkey/kernel/plugin'

export function explorer(networks: readonly Network[]) {
  const link = (networkId: string, kind: string, id: string) =>
    linkToExplorer(networks.find((network) => network.id === networkId)?.explorer?.url, kind, id)
  return capability(Explorer, {
    addressUrl: (networkId, address) => link(networkId, 'account', address),
    transactionUrl: (networkId, id) => link(networkId, 'tx', id),
  })
}
