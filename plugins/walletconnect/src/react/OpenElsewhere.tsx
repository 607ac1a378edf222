import { isKernelError } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Button, useEmit, useMessages, WaitingScreen, WalletIcon } from '@latchkey/ui-react'
import { useState } from 'react'
import { planDeepLinks } from '../deepLink.js'
import type { Platform } from '../platform.js'
import { GetWallet } from './GetWallet.js'
import { OpeningFailed } from '../openingFailed.js'
import { pairing as section } from './messages.js'
import { usePairing } from './usePairing.js'

export interface OpenElsewhereProps {
  readonly kind: 'web' | 'desktop'
  readonly wallet: ListedWallet
  readonly name: string
  readonly platform: Platform
}

/** Leads to the wallet's web page, or into its app on this computer, by a tap: browsers block what comes after a wait. */
export function OpenElsewhere({ kind, wallet, name, platform }: OpenElsewhereProps) {
  const messages = useMessages(section)
  const emit = useEmit()
  const { pairing } = usePairing()
  const [failed, setFailed] = useState(false)
  const uri = pairing?.uri

  const open = () => {
    if (uri === undefined) return
    const { webapp, desktop } = wallet.links ?? {}
    const base = (kind === 'web' ? webapp : desktop) ?? ''
    const links = kind === 'web' ? { universal: base } : { native: base }
    try {
      const [{ href }] = planDeepLinks({ links, action: { type: 'pair', uri }, platform })
      window.open(href, '_blank', 'noreferrer noopener')
    } catch (error) {
      if (!isKernelError(error)) throw error
      emit(OpeningFailed, { message: error.shortMessage, name })
      setFailed(true)
    }
  }

  return (
    <WaitingScreen
      testId={`lk-open-${kind}`}
      state={failed ? 'error' : 'pending'}
      picture={<WalletIcon name={wallet.name} src={wallet.icon} walletId={wallet.id} size="xl" />}
      title={messages.opening({ wallet: name })}
      text={kind === 'web' ? messages.webText({ wallet: name }) : messages.desktopText({ wallet: name })}
      actions={
        <>
          <Button
            fullWidth
            disabled={uri === undefined}
            data-testid={`lk-open-${kind}-button`}
            onClick={open}
          >
            {messages.open({ wallet: name })}
          </Button>
          <GetWallet wallet={wallet} name={name} />
        </>
      }
    />
  )
}
