import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { latchkeyConnector, wagmiNetworks } from '@latchkey/plugin-eip155/wagmi'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import { walletConnect } from '@latchkey/plugin-walletconnect/react'
import { createConfig, http } from 'wagmi'
import { one, two } from './chains'

const chains = [one, two] as const
const transports = { [one.id]: http(), [two.id]: http() }

export const kernel = createKernel(
  [
    eip155(wagmiNetworks({ chains, transports })),
    walletConnect({ projectId: 'the one you have' }),
    walletDirectory(),
  ],
  { app: { name: 'Shop' } },
)

export const config = createConfig({
  chains,
  transports,
  connectors: [latchkeyConnector(kernel)],
  multiInjectedProviderDiscovery: false,
})
