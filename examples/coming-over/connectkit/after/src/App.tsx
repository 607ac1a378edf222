import { ConnectButton } from '@latchkey/ui-react'
import { OwnButton } from './OwnButton'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <ConnectButton balance="hide" label="Connect wallet" />
      <OwnButton />
      <Tip />
    </main>
  )
}
