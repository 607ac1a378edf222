import { createKernel, type Kernel } from '@latchkey/kernel'
import { activity } from '@latchkey/plugin-activity/react'
import { balances } from '@latchkey/plugin-balances/react'
import { type EvmChain, eip155 } from '@latchkey/plugin-eip155'
import { receive } from '@latchkey/plugin-receive/react'
import { send } from '@latchkey/plugin-send/react'
import { walletData } from '@latchkey/plugin-wallet-data'
import { createEvmTestWallet, type EvmTestWallet } from '@latchkey/testkit/evm'
import { parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSimulatedChain } from './createSimulatedChain.js'
import { serveChain } from './serveChain.js'

/** Never asked of a network: the page answers it itself. `.invalid` leads nowhere, whatever a browser does. */
const rpcUrl = 'https://simulated.invalid/'
/** A well-known key of local chains. Nothing of value may ever be behind it. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const token = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  name: 'Example dollar',
  symbol: 'EXD',
  decimals: 6,
} as const

const network: EvmChain = {
  id: 31_337,
  name: 'Simulated chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
}

export interface Live {
  readonly kernel: Kernel
  readonly wallet: EvmTestWallet
}

/** The widget's kernel, with a wallet and a chain that live in the page and end with it. */
export function createLiveKernel(): Live {
  const { address } = privateKeyToAccount(key)
  const holdings = { [address]: { [token.address]: parseUnits('1250', token.decimals) } }
  const now = () => Math.floor(Date.now() / 1000)
  const coins = { [address]: parseUnits('2.5', 18) }
  serveChain(rpcUrl, createSimulatedChain({ chainId: network.id, tokens: [token], coins, holdings, now }))
  const wallet = createEvmTestWallet({
    name: 'Simulated wallet',
    rdns: 'dev.latchkey.simulated',
    accounts: [key],
    chains: [{ chainId: network.id, rpcUrl, name: network.name, symbol: 'ETH' }],
    approval: 'prompt',
    storage: forgetful(),
  })
  wallet.announce()
  const networkId = `eip155:${network.id}` as const
  const kernel = createKernel(
    [
      eip155({ networks: [network] }),
      walletData({ tokens: { [networkId]: [token] } }),
      balances(),
      activity(),
      send(),
      receive(),
    ],
    { id: 'site', app: { name: 'Latchkey example', description: 'An example on a simulated chain.' } },
  )
  return { kernel, wallet }
}

/** Remembers nothing over a reload: an example begins anew. */
function forgetful() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}
