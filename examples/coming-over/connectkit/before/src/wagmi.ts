import { getDefaultConfig } from 'connectkit'
import { createConfig, http } from 'wagmi'
import { one, two } from './chains'

export const config = createConfig(
  getDefaultConfig({
    appName: 'Tip jar',
    walletConnectProjectId: '00000000000000000000000000000000',
    chains: [one, two],
    transports: { [one.id]: http(), [two.id]: http() },
    enableAaveAccount: false,
  }),
)
