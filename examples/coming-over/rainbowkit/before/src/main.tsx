import {
  type AuthenticationStatus,
  darkTheme,
  RainbowKitAuthenticationProvider,
  RainbowKitProvider,
} from '@rainbow-me/rainbowkit'
import '@rainbow-me/rainbowkit/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './App'
import { adapter, readSession } from './signIn'
import { config } from './wagmi'

const queryClient = new QueryClient()

function SignIn({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<AuthenticationStatus>('loading')
  useEffect(() => {
    const read = async () => setStatus((await readSession()) ? 'authenticated' : 'unauthenticated')
    void read()
    window.addEventListener('signed', read)
    return () => window.removeEventListener('signed', read)
  }, [])
  return (
    <RainbowKitAuthenticationProvider adapter={adapter} status={status}>
      {children}
    </RainbowKitAuthenticationProvider>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <SignIn>
        <RainbowKitProvider
          theme={darkTheme({ accentColor: '#7b3fe4', borderRadius: 'medium' })}
          locale="en-US"
          coolMode
        >
          <App />
        </RainbowKitProvider>
      </SignIn>
    </QueryClientProvider>
  </WagmiProvider>,
)
