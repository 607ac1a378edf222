import { VirtualList } from '@latchkey/ui-react'
import type { ReactElement } from 'react'

/** Rows that fit without scrolling. */
const shortLimit = 6

export interface RowsProps<Item> {
  readonly items: readonly Item[]
  readonly label: string
  readonly testId: string
  /** Draws a row; its root needs a `key`. */
  readonly children: (item: Item) => ReactElement
}

/** A list as high as its rows, virtual once it has to scroll. */
export function Rows<Item>({ items, label, testId, children }: RowsProps<Item>) {
  if (items.length > shortLimit) {
    return (
      <div className="lk-tall-list">
        <VirtualList items={items} label={label} testId={testId}>
          {children}
        </VirtualList>
      </div>
    )
  }
  return (
    <ul className="lk-list" aria-label={label} data-testid={testId}>
      {items.map((item) => {
        const row = children(item)
        return (
          <li key={row.key} className="lk-list-item">
            {row}
          </li>
        )
      })}
    </ul>
  )
}
