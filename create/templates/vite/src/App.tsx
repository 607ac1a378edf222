import { ConnectButton, KernelProvider, useAccount } from '@latchkey/ui-react'
import { kernel } from './kernel.ts'

export function App() {
  return (
    <KernelProvider kernel={kernel} theme="system">
      <header>
        <ConnectButton />
      </header>
      <main>
        <h1>__packageName__</h1>
        <Greeting />
      </main>
    </KernelProvider>
  )
}

function Greeting() {
  const account = useAccount()
  if (account.status !== 'connected') return <p>Connect a wallet to begin.</p>
  return <p data-testid="greeting">Hello {account.address}</p>
}
