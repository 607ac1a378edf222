import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react'
import { escapeEvent } from './escapeEvent.js'
import { useIsomorphicLayoutEffect } from './useIsomorphicLayoutEffect.js'

interface TooltipParameters {
  readonly anchor: RefObject<HTMLElement | null>
  readonly bubble: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly setOpen: Dispatch<SetStateAction<boolean>>
}

/** Before a hovered tooltip opens, milliseconds; focus opens at once. */
const openDelay = 300
/** Time to move the pointer from the anchor onto the tooltip, milliseconds. */
const closeDelay = 120
const margin = 8

/** Opens, places and closes a tooltip; returns the handlers for its anchor. */
export function useTooltip({ anchor, bubble, isOpen, setOpen }: TooltipParameters) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const later = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useIsomorphicLayoutEffect(() => {
    if (!isOpen || !anchor.current || !bubble.current) return
    return show(anchor.current, bubble.current)
  }, [isOpen, anchor, bubble])
  useEffect(() => {
    if (!isOpen) return
    // On the window and before others: Escape closes the tooltip first, a dialog around it later.
    const close = (event: Event) => {
      event.stopPropagation()
      event.preventDefault()
      setOpen(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(event)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener(escapeEvent, close, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener(escapeEvent, close, { capture: true })
    }
  }, [isOpen, setOpen])
  return {
    onPointerEnter: () => later(true, openDelay),
    onPointerLeave: () => later(false, closeDelay),
    onFocus: () => later(true, 0),
    onBlur: () => later(false, 0),
  }
}

function show(anchor: HTMLElement, bubble: HTMLElement): () => void {
  const hasPopover = typeof bubble.showPopover === 'function'
  if (hasPopover) {
    bubble.setAttribute('popover', 'manual')
    bubble.showPopover()
  }
  const place = () => position(anchor, bubble)
  place()
  window.addEventListener('scroll', place, { capture: true, passive: true })
  window.addEventListener('resize', place)
  return () => {
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
    if (hasPopover && bubble.isConnected) bubble.hidePopover()
    bubble.removeAttribute('popover')
  }
}

function position(anchor: HTMLElement, bubble: HTMLElement): void {
  const target = (anchor.firstElementChild ?? anchor).getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const middle = target.left + target.width / 2 - width / 2
  const left = Math.max(margin, Math.min(middle, window.innerWidth - width - margin))
  const above = target.top - height - margin
  bubble.style.setProperty('--lk-left', `${Math.round(left)}px`)
  bubble.style.setProperty('--lk-top', `${Math.round(above >= margin ? above : target.bottom + margin)}px`)
}
