'use client'

import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { siwx, useSiwx } from '@latchkey/plugin-siwx/react'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { mainnet } from 'viem/chains'

const kernel = createKernel([
  eip155({ networks: [mainnet] }),
  solana({ networks: [solanaMainnet] }),
  siwx({ required: true, backend: '/api/siwx', statement: 'Sign in to the members-only page.' }),
])

/** The wallet's part of every page. People who connect must sign in, or are disconnected again. */
export function Wallet({ children }: { readonly children: ReactNode }) {
  return (
    <KernelProvider kernel={kernel} theme="system">
      <header>
        <ConnectButton balance="hide" />
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
