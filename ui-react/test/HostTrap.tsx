import { type ReactNode, useEffect, useRef } from 'react'

export interface HostTrapProps {
  readonly children: ReactNode
  onDismiss(): void
}

/**
 * A host's dialog in the manner of the common libraries: nothing outside takes pointers, focus that leaves is pulled
 * back, and a press outside or Escape, heard on the document, closes it.
 */
export function HostTrap({ children, onDismiss }: HostTrapProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const isInside = (event: Event) => event.target instanceof Node && element.contains(event.target)
    const onPress = (event: Event) => {
      if (!isInside(event)) onDismiss()
    }
    const onFocusIn = (event: Event) => {
      if (!isInside(event)) element.querySelector('button')?.focus()
    }
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) {
        element.querySelector('button')?.focus()
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss()
    }
    const before = document.body.style.pointerEvents
    document.body.style.pointerEvents = 'none'
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.body.style.pointerEvents = before
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [onDismiss])
  return (
    <div ref={box} role="dialog" aria-label="Host" style={{ pointerEvents: 'auto' }}>
      {children}
    </div>
  )
}
