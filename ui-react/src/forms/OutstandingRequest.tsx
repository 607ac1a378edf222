import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import type { FormWallet } from './FormWallet.js'
import { useFormWalletName } from './useFormWalletName.js'

export interface OutstandingRequestProps {
  readonly wallet: FormWallet | undefined
  /** Leads to the view that waits for the wallet. */
  onShow(): void
}

/** The form is locked: the wallet holds a request of it and hasn't answered. */
export function OutstandingRequest({ wallet, onShow }: OutstandingRequestProps) {
  const messages = useMessages(forms)
  const name = useFormWalletName(wallet)
  return (
    <Banner
      tone="warning"
      title={messages.outstanding({ wallet: name })}
      action={
        <Button variant="secondary" size="sm" onClick={onShow}>
          {messages.showRequest}
        </Button>
      }
    >
      {messages.outstandingText}
    </Banner>
  )
}
