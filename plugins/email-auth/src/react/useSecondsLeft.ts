import { useService } from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'

/** Whole seconds until another mail may be asked for, ticking. `refresh` reads them at once. */
export function useSecondsLeft(): { readonly seconds: number; refresh(): void } {
  const auth = useService(EmailAuth)
  const [seconds, setSeconds] = useState(() => auth.secondsUntilNextEmail())
  useEffect(() => {
    const timer = setInterval(() => setSeconds(auth.secondsUntilNextEmail()), 1000)
    return () => clearInterval(timer)
  }, [auth])
  return { seconds, refresh: () => setSeconds(auth.secondsUntilNextEmail()) }
}
