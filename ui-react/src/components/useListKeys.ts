import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusableIn } from '../utils/focusableIn.js'

/** Where a key leads from a row: up or down, or to an end. */
const steps: Readonly<Record<string, (index: number, count: number) => readonly [to: number, step: 1 | -1]>> =
  {
    ArrowDown: (index) => [index + 1, 1],
    ArrowUp: (index) => [index - 1, -1],
    Home: () => [0, 1],
    End: (_, count) => [count - 1, -1],
  }

interface Wish {
  readonly index: number
  /** On to the next one when this row takes no focus, as a heading. */
  readonly step: 1 | -1
  /** How many frames it has been waited for. */
  readonly waited: number
}

/** A row that has just been made is hidden until it is measured; after so many frames it is not going to be shown. */
const patience = 30

/**
 * Moves the focus along a list of which only some rows exist, and makes the whole list one stop of Tab. Returns the rows
 * that must exist though they are out of view: the one that has the focus, and the one that is about to get it.
 */
export function useListKeys(box: RefObject<HTMLElement | null>, count: number): readonly number[] {
  const [focused, setFocused] = useState<number>()
  const [wish, setWish] = useState<Wish>()
  const latest = useRef(count)
  latest.current = count

  useEffect(() => {
    const list = box.current
    if (!list) return
    const onFocus = (event: FocusEvent) => setFocused(indexOf(event.target))
    const onBlur = () => setFocused(undefined)
    const onKeyDown = (event: KeyboardEvent) => {
      const index = indexOf(event.target)
      if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Tab') return leave(list, event.shiftKey)
      const [to, step] = steps[event.key]?.(index, latest.current) ?? []
      if (to === undefined || step === undefined) return
      if (to >= 0 && to < latest.current) setWish({ index: to, step, waited: 0 })
      // Above the first row is the field that searches the list; the view knows it.
      else if (to < 0) return
      event.preventDefault()
      event.stopPropagation()
    }
    list.addEventListener('focusin', onFocus)
    list.addEventListener('focusout', onBlur)
    list.addEventListener('keydown', onKeyDown)
    return () => {
      list.removeEventListener('focusin', onFocus)
      list.removeEventListener('focusout', onBlur)
      list.removeEventListener('keydown', onKeyDown)
    }
  }, [box])

  useLayoutEffect(() => {
    const list = box.current
    if (!wish || !list) return
    const frame = requestAnimationFrame(() => {
      const place = list.querySelector(`[aria-posinset="${wish.index + 1}"]`)
      const row = focusableIn(place)
      row?.focus()
      const isThere = row?.matches(':focus')
      if (isThere) row?.scrollIntoView({ block: 'nearest' })
      const next = wish.index + wish.step
      if (isThere || wish.waited === patience) setWish(undefined)
      else if (!place || row) setWish({ ...wish, waited: wish.waited + 1 })
      else setWish(next >= 0 && next < latest.current ? { ...wish, index: next } : undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [wish, box])

  return [focused, wish?.index].filter((index) => index !== undefined && index < count) as readonly number[]
}

/** Which row an element stands in. */
function indexOf(target: EventTarget | null): number | undefined {
  const place = (target as Element | null)?.closest?.('[aria-posinset]')?.getAttribute('aria-posinset')
  return place ? Number(place) - 1 : undefined
}

/** The browser goes on from the last row of the list, or back from the first one. */
function leave(list: HTMLElement, back: boolean): void {
  const rows = [...list.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')]
  rows.at(back ? 0 : -1)?.focus({ preventScroll: true })
}
