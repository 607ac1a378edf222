'use client'

import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { type ReactNode, useEffect } from 'react'
import { kernel } from '../kernel.ts'

/** The wallet's part of every page. */
export function Wallet({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    if (process.env.NODE_ENV === 'development') void import('../testWallets.ts')
  }, [])
  return (
    <KernelProvider kernel={kernel} theme="system">
      <header>
        <ConnectButton />
      </header>
      {children}
    </KernelProvider>
  )
}
