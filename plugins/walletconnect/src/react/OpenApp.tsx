import { isKernelError, Storage } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Button, useEmit, useMessages, useService, WaitingScreen, WalletIcon } from '@latchkey/ui-react'
import { planDeepLinks } from '../deepLink.js'
import type { Platform } from '../platform.js'
import { storedLink } from '../storedLink.js'
import { GetWallet } from './GetWallet.js'
import { OpeningFailed } from '../openingFailed.js'
import { pairing as section } from './messages.js'
import { useOpening } from './useOpening.js'
import { usePairing } from './usePairing.js'

export interface OpenAppProps {
  readonly wallet: ListedWallet
  readonly name: string
  readonly platform: Platform
  onShowCode(): void
}

/** Leads into the wallet's app on this phone, by its own scheme first and by its web link second. */
export function OpenApp({ wallet, name, platform, onShowCode }: OpenAppProps) {
  const messages = useMessages(section)
  const emit = useEmit()
  const storage = useService(Storage)
  const { pairing } = usePairing()
  const { phase, open } = useOpening(pairing?.uri, (uri) => {
    const links = wallet.links ?? {}
    try {
      const plan = planDeepLinks({ links, action: { type: 'pair', uri }, platform })
      storage.write(storedLink, links)
      return plan
    } catch (error) {
      if (!isKernelError(error)) throw error
      emit(OpeningFailed, { message: error.shortMessage, name })
      onShowCode()
      return undefined
    }
  })
  const isLong = phase === 'slow' || phase === 'again'
  return (
    <WaitingScreen
      testId="lk-open-app"
      state="pending"
      picture={<WalletIcon name={wallet.name} src={wallet.icon} walletId={wallet.id} size="xl" />}
      title={messages.opening({ wallet: name })}
      text={isLong ? messages.slow : messages.openingText({ wallet: name })}
      actions={
        <>
          {phase === 'tap' || phase === 'again' ? (
            <Button fullWidth data-testid="lk-open-again" onClick={open}>
              {phase === 'tap' ? messages.open({ wallet: name }) : messages.openAgain}
            </Button>
          ) : null}
          <Button variant="secondary" fullWidth onClick={onShowCode}>
            {messages.showCode}
          </Button>
          <GetWallet wallet={wallet} name={name} />
        </>
      }
    />
  )
}
