import { ConnectKitButton } from 'connectkit'
import { OwnButton } from './OwnButton'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <ConnectKitButton label="Connect wallet" />
      <OwnButton />
      <Tip />
    </main>
  )
}
