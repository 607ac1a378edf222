import { cloneElement, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { outsideSentence } from '../utils/outsideText.js'
import { useTooltip } from '../utils/useTooltip.js'

export interface TooltipProps {
  /** Short text without controls. */
  readonly content: ReactNode
  /** One focusable element; it is described by the content. */
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/**
 * A short explanation on hover and focus. It can be hovered, stays until left, and closes on Escape
 * (WCAG 1.4.13). Shown in the top layer where the Popover API exists, else positioned above the page.
 */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const events = useTooltip({ anchor, bubble, isOpen, setOpen })
  return (
    <span ref={anchor} className="lk-tooltip-anchor" {...events}>
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={bubble} id={id} className="lk-tooltip" role="tooltip" data-open={isOpen ? '' : undefined}>
        {outsideSentence(content)}
      </span>
    </span>
  )
}
