'use client'

import { useSiwx } from '@latchkey/plugin-siwx/react'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { kernel } from '../kernel.ts'

/** The wallet's part of every page. People who connect must sign in, or are disconnected again. */
export function Wallet({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    if (process.env.NODE_ENV === 'development') void import('../testWallets.ts')
  }, [])
  return (
    <KernelProvider kernel={kernel} theme="system">
      <header>
        <ConnectButton />
      </header>
      <RefreshOnSignIn />
      {children}
    </KernelProvider>
  )
}

/** Draws the server's part of the page again whenever somebody signs in or out. */
function RefreshOnSignIn() {
  const router = useRouter()
  const { sessions } = useSiwx()
  const signedIn = sessions.map(({ accountId }) => accountId).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server draws depends on who is signed in.
  useEffect(() => router.refresh(), [router, signedIn])
  return null
}
