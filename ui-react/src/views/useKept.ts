import { useEffect, useRef } from 'react'

/** The last value there was, for a view that is on its way out when its reason goes. */
export function useKept<T>(value: T | undefined): T | undefined {
  const kept = useRef(value)
  useEffect(() => {
    if (value !== undefined) kept.current = value
  })
  return value ?? kept.current
}
