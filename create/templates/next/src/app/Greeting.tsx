'use client'

import { useAccount } from '@latchkey/ui-react'

export function Greeting() {
  const account = useAccount()
  if (account.status !== 'connected') return <p>Connect a wallet to begin.</p>
  return <p data-testid="greeting">Hello {account.address}</p>
}
