import { featureOf, type StandardWallet } from '../standardWallet.js'

/**
 * Listens to a Wallet Standard wallet by its own events and by Bitcoin's: MetaMask's has those alone.
 *
 * @param failed Told of a wallet that can't be listened to, or left alone.
 * @returns ends it
 */
export function onWalletChange(
  wallet: StandardWallet,
  heard: (change: unknown) => void,
  failed: (error: unknown) => void,
): () => void {
  const attempt = <Value>(run: () => Value): Value | undefined => {
    try {
      return run()
    } catch (error) {
      failed(error)
      return undefined
    }
  }
  const ends = ['standard:events', 'bitcoin:events'].map((name) =>
    attempt((): unknown => featureOf(wallet, name)?.['on']?.('change', heard)),
  )
  return () => {
    for (const end of ends) if (typeof end === 'function') attempt(() => end())
  }
}
