import { OwnButton } from './OwnButton'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <appkit-button label="Connect wallet" balance="hide" />
      <OwnButton />
      <Tip />
    </main>
  )
}
