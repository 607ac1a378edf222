import { WalletMultiButton } from '@solana/wallet-adapter-react-ui'
import { OwnButton } from './OwnButton'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <WalletMultiButton />
      <OwnButton />
      <Tip />
    </main>
  )
}
