import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useAccount, WagmiProvider } from 'wagmi'
import '@rainbow-me/rainbowkit/styles.css'

// The same job, as RainbowKit's guide to a manual setup has it, with wallets of EIP-6963 alone.
const { rpcUrl } = window.__bench
const local = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
}
const config = createConfig({ chains: [local], transports: { [local.id]: http(rpcUrl) } })

function Address() {
  return <output id="address">{useAccount().address}</output>
}

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
        <Address />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
