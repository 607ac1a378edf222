import { OnchainKitProvider } from '@coinbase/onchainkit'
import '@coinbase/onchainkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './App'
import { one } from './chains'
import { config } from './wagmi'

const queryClient = new QueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <OnchainKitProvider
        chain={one}
        analytics={false}
        config={{
          appearance: { name: 'Tip jar', mode: 'light' },
          wallet: { termsUrl: 'https://tips.example/terms', privacyUrl: 'https://tips.example/privacy' },
        }}
      >
        <App />
      </OnchainKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
