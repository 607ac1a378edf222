import { useWallet } from '@solana/wallet-adapter-react'
import { useWalletModal } from '@solana/wallet-adapter-react-ui'

/** Buttons of the app's own making. */
export function OwnButton() {
  const { connected, disconnect, publicKey, wallet } = useWallet()
  const { setVisible } = useWalletModal()
  return (
    <section>
      <button type="button" data-testid="open-connect" disabled={connected} onClick={() => setVisible(true)}>
        Choose a wallet
      </button>
      <output data-testid="own">
        {publicKey ? `${publicKey.toBase58().slice(0, 4)} in ${wallet?.adapter.name}` : 'Nobody yet'}
      </output>
      <button type="button" data-testid="leave" disabled={!connected} onClick={() => disconnect()}>
        Leave
      </button>
    </section>
  )
}
