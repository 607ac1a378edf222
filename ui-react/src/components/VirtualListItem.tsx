import {
  forwardRef,
  type ReactNode,
  type CSSProperties,
  useContext,
  useRef,
  useImperativeHandle,
} from 'react'
import { cssProperties } from '../utils/cssProperties.js'
import { useStyleProperties } from '../utils/useStyleProperties.js'
import { VirtualListContext } from './VirtualListContext.js'

interface ItemProps {
  readonly style: CSSProperties
  readonly index: number
  readonly children: ReactNode
}

/** The element that places one row. Says which of how many it is, since the others do not exist. */
export const VirtualListItem = forwardRef<HTMLDivElement, ItemProps>(function VirtualListItem(
  { style, index, children },
  forwarded,
) {
  const ref = useRef<HTMLDivElement>(null)
  useImperativeHandle(forwarded, () => ref.current as HTMLDivElement, [])
  useStyleProperties(ref, cssProperties(style), true)
  const { count } = useContext(VirtualListContext)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is a div too, see VirtualListContainer
    <div ref={ref} className="lk-virtual-item" role="listitem" aria-posinset={index + 1} aria-setsize={count}>
      {children}
    </div>
  )
})
