import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { outsideName } from '../utils/outsideText.js'

export interface Tab {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
  readonly testId?: string | undefined
}

export interface TabsProps {
  readonly tabs: readonly Tab[]
  /** Id of the shown tab. */
  readonly value: string
  readonly onChange: (id: string) => void
  /** Name of the whole set for assistive technology. */
  readonly label: string
}

/** Tabs with automatic activation and one tab stop (ARIA APG, Tabs). Arrow keys follow the text direction. */
export function Tabs({ tabs, value, onChange, label }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const active = tabs.find((tab) => tab.id === value) ?? tabs[0]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = tabs.findIndex((tab) => tab.id === active?.id)
    const target = targetIndex(event.key, index, tabs.length, isRightToLeft)
    const next = target === undefined ? undefined : tabs[target]
    if (target === undefined || !next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus()
  }
  return (
    <div className="lk-tabs">
      <div ref={list} className="lk-tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="lk-tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab.id === active?.id}
            aria-controls={tab.id === active?.id ? `${id}-panel` : undefined}
            tabIndex={tab.id === active?.id ? 0 : -1}
            data-testid={tab.testId}
            // What is above the tabs may arrive and move them between press and release; a click would miss them then.
            onMouseDown={({ button }) => button === 0 && onChange(tab.id)}
            onClick={() => tab.id !== active?.id && onChange(tab.id)}
          >
            {outsideName(tab.label)}
          </button>
        ))}
      </div>
      {active ? (
        <div
          key={active.id}
          className="lk-tab-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-tab-${active.id}`}
        >
          {active.content}
        </div>
      ) : null}
    </div>
  )
}

function targetIndex(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return undefined
  return (index + (isRightToLeft ? -step : step) + count) % count
}
