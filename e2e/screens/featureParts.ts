import type { Kernel } from '@latchkey/kernel'
import { type Account, Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNetwork, fakeWallet } from '@latchkey/kernel/testing'
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
export const mainnet = fakeNetwork('eip155:1', { name: 'Ethereum', nativeCurrency })

/** The accounts of a wallet that approves everything. */
export function connectorOf(accounts: readonly Account[]) {
  const networks = Object.fromEntries(
    accounts.map(({ namespace, id }) => [
      namespace,
      id.split(':').slice(0, 2).join(':') as `${string}:${string}`,
    ]),
  )
  const wallet = fakeWallet({
    name: 'Test wallet',
    accounts,
    networks,
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  return definePlugin({
    id: 'screens.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
}

export const alice = fakeAccount('eip155:1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')

export async function connectWallet(kernel: Kernel): Promise<void> {
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
}
