import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { one, two } from './chains'

const projectId = '00000000000000000000000000000000'

const adapter = new WagmiAdapter({ networks: [one, two], projectId })

createAppKit({
  adapters: [adapter],
  networks: [one, two],
  projectId,
  metadata: {
    name: 'Tip jar',
    description: 'Tips',
    url: window.location.origin,
    icons: [],
  },
})

export const config = adapter.wagmiConfig
