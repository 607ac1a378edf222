import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { latchkeyConnector, wagmiNetworks } from '@latchkey/plugin-eip155/wagmi'
import { createConfig, http } from 'wagmi'
import { one, two } from './chains'

const chains = [one, two] as const
const transports = { [one.id]: http(), [two.id]: http() }

export const kernel = createKernel([eip155(wagmiNetworks({ chains, transports }))])

export const config = createConfig({
  chains,
  transports,
  connectors: [latchkeyConnector(kernel)],
  multiInjectedProviderDiscovery: false,
})
