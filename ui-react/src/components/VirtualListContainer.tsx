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

interface ContainerProps {
  readonly style: CSSProperties
  readonly children: ReactNode
}

/** The element as high as all rows together. Takes virtua's styles without a style attribute. */
export const VirtualListContainer = forwardRef<HTMLDivElement, ContainerProps>(function VirtualListContainer(
  { style, children },
  forwarded,
) {
  const ref = useRef<HTMLDivElement>(null)
  useImperativeHandle(forwarded, () => ref.current as HTMLDivElement, [])
  useStyleProperties(ref, cssProperties(style), true)
  const { label } = useContext(VirtualListContext)
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari takes the list role from a <ul> without bullets
    <div ref={ref} className="lk-virtual-container" role="list" aria-label={label}>
      {children}
    </div>
  )
})
