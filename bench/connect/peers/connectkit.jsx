import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useAccount, WagmiProvider } from 'wagmi'

// The same job, as ConnectKit's guide has it, with wallets of EIP-6963 alone.
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
      <ConnectKitProvider>
        <ConnectKitButton />
        <Address />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
