import { useService } from '@latchkey/ui-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ShownPairing, WalletConnectPairing } from '../pairingStatus.js'

const second = 1_000

/** The pairing to show, and the whole seconds until a new one takes its place. */
export function usePairing(): { readonly pairing: ShownPairing | undefined; readonly secondsLeft: number } {
  const status = useService(WalletConnectPairing)
  const read = () => status.current
  const pairing = useSyncExternalStore(status.subscribe, read, read)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return { pairing, secondsLeft: pairing ? Math.max(0, Math.floor((pairing.renewsAt - now) / second)) : 0 }
}
