import { type Ref, useEffect, useRef } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { escapeEvent } from '../utils/escapeEvent.js'
import { useInitialFocus } from '../utils/useInitialFocus.js'
import { CloseIcon } from './icons/CloseIcon.js'
import { SearchIcon } from './icons/SearchIcon.js'
import { TextField } from './TextField.js'

export interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is searched, as the field's name: "Search wallets". Default "Search". */
  readonly label?: string | undefined
  /** Default: the label. */
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly testId?: string | undefined
  readonly elementRef?: Ref<HTMLInputElement> | undefined
}

/** A search input that answers on every keystroke and can be emptied by one press or by Escape. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder,
  autoFocus,
  testId,
  elementRef,
}: SearchFieldProps) {
  const messages = useMessages(kit)
  const box = useRef<HTMLDivElement>(null)
  useInitialFocus(box, autoFocus)
  const name = label ?? messages.search
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    const element = box.current
    const empty = (event: Event) => {
      if (!latest.current.value) return
      event.preventDefault()
      latest.current.onChange('')
    }
    element?.addEventListener(escapeEvent, empty)
    return () => element?.removeEventListener(escapeEvent, empty)
  }, [])
  const clear = () => {
    onChange('')
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className="lk-search">
      <TextField
        label={name}
        hideLabel
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        data-testid={testId}
        placeholder={placeholder ?? name}
        value={value}
        elementRef={elementRef}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return
          event.stopPropagation()
          event.preventDefault()
          onChange('')
        }}
        leading={<SearchIcon />}
        trailing={
          value ? (
            <button
              type="button"
              className="lk-field-clear"
              aria-label={messages.clearSearch}
              onClick={clear}
            >
              <CloseIcon size="sm" />
            </button>
          ) : null
        }
      />
    </div>
  )
}
