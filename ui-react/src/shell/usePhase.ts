import { useEffect, useState } from 'react'

export type Phase = 'closed' | 'open' | 'closing'

/** Keeps what closes on the page for as long as its way out takes, in milliseconds. */
export function usePhase(open: boolean, exitTime: number): Phase {
  const [wasOpen, setWasOpen] = useState(open)
  const [closing, setClosing] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    setClosing(!open)
  }
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => setClosing(false), exitTime)
    return () => clearTimeout(timer)
  }, [closing, exitTime])
  return open ? 'open' : closing ? 'closing' : 'closed'
}
