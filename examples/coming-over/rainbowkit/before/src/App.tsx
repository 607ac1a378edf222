import { ConnectButton } from '@rainbow-me/rainbowkit'
import { OwnButton } from './OwnButton'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <ConnectButton label="Connect wallet" accountStatus="address" showBalance={false} chainStatus="none" />
      <OwnButton />
      <Tip />
    </main>
  )
}
