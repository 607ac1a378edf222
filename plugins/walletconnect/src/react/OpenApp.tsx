import { isKernelError, type ListedWallet, Storage } from '@latchkey/kernel/plugin'
import { Button, useMessages, useService, WaitingScreen, WalletIcon } from '@latchkey/ui-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { planDeepLinks } from '../deepLink.js'
import type { Platform } from '../platform.js'
import { storedLink } from '../storedLink.js'
import { GetWallet } from './GetWallet.js'
import { pairing as section } from './messages.js'
import { usePairing } from './usePairing.js'

/** When the person is told that it takes longer, and when the ways out are offered. Milliseconds. */
const slowAfter = 3_000
const againAfter = 5_000
/** A page still visible by then was not left for the app: the next link is tried. Milliseconds. */
const appTime = 1_500

export interface OpenAppProps {
  readonly wallet: ListedWallet
  readonly name: string
  readonly platform: Platform
  onShowCode(): void
}

/** Leads into the wallet's app on this phone, by its own scheme first and by its web link second. */
export function OpenApp({ wallet, name, platform, onShowCode }: OpenAppProps) {
  const messages = useMessages(section)
  const storage = useService(Storage)
  const { pairing } = usePairing()
  const [phase, setPhase] = useState<'opening' | 'slow' | 'again'>('opening')
  const opened = useRef<string>(undefined)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const uri = pairing?.uri

  const stop = useCallback(() => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer)
  }, [])

  const open = useCallback(() => {
    if (uri === undefined) return
    stop()
    setPhase('opening')
    const links = wallet.links ?? {}
    try {
      const [first, second] = planDeepLinks({ links, action: { type: 'pair', uri }, platform })
      storage.write(storedLink, links)
      window.open(first.href, first.target, 'noreferrer noopener')
      if (second) {
        const tryNext = () => {
          if (document.visibilityState === 'visible')
            window.open(second.href, second.target, 'noreferrer noopener')
        }
        timers.current.push(setTimeout(tryNext, appTime))
      }
    } catch (error) {
      if (!isKernelError(error)) throw error
      return onShowCode()
    }
    timers.current.push(setTimeout(() => setPhase('slow'), slowAfter))
    timers.current.push(setTimeout(() => setPhase('again'), againAfter))
  }, [uri, wallet, platform, storage, stop, onShowCode])

  useEffect(() => {
    if (uri === undefined || opened.current === uri) return
    // A renewed code is for the next tap; only the first one opens the app by itself.
    const isFirst = opened.current === undefined
    opened.current = uri
    if (isFirst) open()
  }, [uri, open])
  useEffect(() => stop, [stop])

  return (
    <WaitingScreen
      testId="lk-open-app"
      state="pending"
      picture={<WalletIcon name={wallet.name} src={wallet.icon} size="xl" />}
      title={messages.opening({ wallet: name })}
      text={phase === 'opening' ? messages.openingText({ wallet: name }) : messages.slow}
      actions={
        <>
          {phase === 'again' ? (
            <Button fullWidth data-testid="lk-open-again" onClick={open}>
              {messages.openAgain}
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
