import { KernelProvider } from '@latchkey/ui-react'
import '@latchkey/ui-react/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './App'
import { config, kernel } from './wagmi'

const queryClient = new QueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel} theme="system">
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </WagmiProvider>
  </KernelProvider>,
)
