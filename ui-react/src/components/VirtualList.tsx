import { type ReactElement, type RefObject, useRef } from 'react'
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from 'virtua'
import { useIsomorphicLayoutEffect } from '../utils/useIsomorphicLayoutEffect.js'
import { VirtualListContainer } from './VirtualListContainer.js'
import { VirtualListContext } from './VirtualListContext.js'
import { useListKeys } from './useListKeys.js'
import { VirtualListItem } from './VirtualListItem.js'

/** Where a list was left. Opaque; keep it with the navigation entry. */
export interface VirtualListState {
  readonly offset: number
  readonly count: number
  readonly cache: CacheSnapshot
}

export interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  /** Renders one row; its root needs a `key` that stays with the item. */
  readonly children: (item: Item, index: number) => ReactElement
  /** Name of the list for assistive technology. */
  readonly label: string
  /** Height of a row not measured yet, pixels. Default 60, a two-line {@link ListRow}. */
  readonly estimatedSize?: number | undefined
  /** The element that scrolls, when it is not the list itself. */
  readonly scrollRef?: RefObject<HTMLElement | null> | undefined
  /** Height of what stands before the list inside `scrollRef`, pixels. Default 0. */
  readonly startMargin?: number | undefined
  /** State from an earlier visit; ignored when the number of items has changed. */
  readonly initialState?: VirtualListState | undefined
  /** The list goes back to its start when this changes: pass what it is searched or filtered by. */
  readonly resetKey?: string | undefined
  /** Called when scrolling ends and when the list goes away. */
  readonly onStateChange?: ((state: VirtualListState) => void) | undefined
  /** Called when the last rows come into view; load the next page here. */
  readonly onEndReached?: (() => void) | undefined
  /** Rows hold nothing that takes the focus, so the list does: it must be scrolled by keyboard, too. */
  readonly focusable?: boolean | undefined
  readonly testId?: string | undefined
}

/**
 * A long list of which only the visible rows exist, and which comes back where it was left. Arrows, Home and End move the
 * focus from row to row; Tab leaves the list.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, children, label, estimatedSize = 60, initialState, onStateChange, onEndReached } = props
  const box = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const kept = useListKeys(props.scrollRef ?? box, items.length)
  const latest = useRef({ onStateChange, onEndReached, count: items.length })
  latest.current = { onStateChange, onEndReached, count: items.length }
  const restored = initialState?.count === items.length ? initialState : undefined
  const start = useRef(restored)
  const report = useRef(() => {
    const list = handle.current
    if (!list || list.viewportSize === 0) return
    latest.current.onStateChange?.({
      offset: list.scrollOffset,
      count: latest.current.count,
      cache: list.cache,
    })
  })
  useIsomorphicLayoutEffect(() => {
    const save = report.current
    if (start.current) handle.current?.scrollTo(start.current.offset)
    return () => save()
  }, [])
  const shownKey = useRef(props.resetKey)
  useIsomorphicLayoutEffect(() => {
    if (shownKey.current === props.resetKey) return
    shownKey.current = props.resetKey
    // The element itself: the virtualizer repeats a scroll of its own until every row is measured, and would undo the user's.
    const element = (props.scrollRef ?? box).current
    if (element) element.scrollTop = 0
  }, [props.resetKey, props.scrollRef])
  const onScroll = () => {
    const list = handle.current
    if (list && list.scrollOffset + list.viewportSize * 2 >= list.scrollSize) latest.current.onEndReached?.()
  }
  const list = (
    <VirtualListContext.Provider value={{ count: items.length, label }}>
      <Virtualizer
        ref={handle}
        data={items}
        as={VirtualListContainer}
        item={VirtualListItem}
        itemSize={estimatedSize}
        scrollRef={props.scrollRef ?? box}
        startMargin={props.startMargin ?? 0}
        keepMounted={kept}
        onScroll={onScroll}
        onScrollEnd={() => report.current()}
        {...(restored ? { cache: restored.cache } : {})}
      >
        {children}
      </Virtualizer>
    </VirtualListContext.Provider>
  )
  if (props.scrollRef) return list
  return (
    <div
      ref={box}
      className="lk-virtual"
      data-testid={props.testId}
      {...(props.focusable ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {list}
    </div>
  )
}
