import { definePlugin, type NetworkId, type Plugin, Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import type { Kernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
export const networkId: NetworkId = 'eip155:1'
export const own = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const anna = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
/** Begins and ends as Anna's. */
export const annasTwin = `0xfb6${'1'.repeat(34)}359`
export const bob = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Ethereum as it is, with nothing behind it. */
export const ethereum = (): Plugin =>
  eip155({
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: ether,
        rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
      },
    ],
    discovery: false,
    injected: false,
  })

/** A wallet with one account. */
export function ownWallet(): Plugin {
  const { connector } = fakeWallet({
    name: 'Test wallet',
    accounts: [fakeAccount(networkId, own)],
    networks: { eip155: networkId },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  return definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, connector),
  })
}

export const connect = (kernel: Kernel) => kernel.get(Session).connect({ connectorId: 'fake.wallet' })
