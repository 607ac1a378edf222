import { isKernelError } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Button, useEmit, useMessages, WaitingScreen, WalletIcon } from '@latchkey/ui-react'
import { useCallback, useState } from 'react'
import type { Platform } from '../platform.js'
import { walletBrowserLink } from '../walletBrowserLink.js'
import { GetWallet } from './GetWallet.js'
import { OpeningFailed } from '../openingFailed.js'
import { pairing as section } from './messages.js'

export interface OpenInsideProps {
  readonly wallet: ListedWallet
  readonly name: string
  readonly platform: Platform
}

/** Leads to this page in the wallet's own browser, by a tap: the page that stays behind waits for nothing. */
export function OpenInside({ wallet, name, platform }: OpenInsideProps) {
  const messages = useMessages(section)
  const emit = useEmit()
  const [failed, setFailed] = useState(false)
  const open = useCallback(() => {
    try {
      const template = wallet.links?.inAppBrowser ?? ''
      const { href, target } = walletBrowserLink({ template, page: window.location.href, platform })
      window.open(href, target, 'noreferrer noopener')
    } catch (error) {
      if (!isKernelError(error)) throw error
      emit(OpeningFailed, { message: error.shortMessage, name })
      setFailed(true)
    }
  }, [wallet, name, platform, emit])

  return (
    <WaitingScreen
      testId="lk-open-inside"
      state={failed ? 'error' : 'idle'}
      picture={<WalletIcon name={wallet.name} src={wallet.icon} walletId={wallet.id} size="xl" />}
      title={messages.opening({ wallet: name })}
      text={messages.insideText({ wallet: name })}
      actions={
        <>
          <Button fullWidth data-testid="lk-open-inside-button" onClick={open}>
            {messages.open({ wallet: name })}
          </Button>
          <GetWallet wallet={wallet} name={name} />
        </>
      }
    />
  )
}
