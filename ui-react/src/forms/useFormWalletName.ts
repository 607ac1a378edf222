import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useWalletName } from '../useWalletName.js'
import type { FormWallet } from './FormWallet.js'

/** What the wallet is called in a sentence: by its name, or "your wallet" where it has none to show. */
export function useFormWalletName(wallet: FormWallet | undefined): string {
  const messages = useMessages(forms)
  return useWalletName()(wallet?.walletName ?? '') || messages.aWallet
}
