import { useEffect, useState } from 'react'

/** Whole seconds until a moment in milliseconds since the epoch, counted down; 0 once it has come. */
export function useSecondsUntil(moment: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1_000))
  useEffect(() => {
    setNow(Date.now())
    if (moment === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
