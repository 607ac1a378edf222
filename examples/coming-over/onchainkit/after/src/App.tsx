import { ConnectButton } from '@latchkey/ui-react'
import { Person } from './Person'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <div data-testid="wallet">
        <ConnectButton namespace="eip155" label="Connect wallet" />
      </div>
      <Person />
      <Tip />
    </main>
  )
}
