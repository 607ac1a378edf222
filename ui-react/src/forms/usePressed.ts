import { useRef } from 'react'

export interface Pressed<Value> {
  onPointerDown(): void
  /** Returns what the press is about, and forgets it. */
  take(): Value
}

/**
 * What was on screen when the finger went down: an amount or a fee that changes under a finger isn't what the person
 * agreed to.
 *
 * @example
 * const pressed = usePressed(preview)
 * return <Button onPointerDown={pressed.onPointerDown} onClick={() => confirm(pressed.take())} />
 */
export function usePressed<Value>(shown: Value): Pressed<Value> {
  const pressed = useRef<{ readonly value: Value }>(undefined)
  return {
    onPointerDown() {
      pressed.current = { value: shown }
    },
    take() {
      const { value } = pressed.current ?? { value: shown }
      pressed.current = undefined
      return value
    },
  }
}
