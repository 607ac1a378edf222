import { parseAmount } from '@latchkey/kernel/contracts'
import { asciiDigits } from '@latchkey/kernel/transaction'
import { Chip, ChevronDownIcon, TextField, useLocale, useMessages } from '@latchkey/ui-react'
import { useState } from 'react'
import { percentText } from './percentText.js'
import { swapMessages } from './swapMessages.js'

/** In basis points. */
const usual: readonly bigint[] = [50n, 100n, 300n]

export interface SlippageChoiceProps {
  /** In basis points. */
  readonly value: bigint | 'automatic'
  /** The slippage that the source recommends, in basis points: automatic is offered where it does, and comes to this. */
  readonly recommended: bigint | undefined
  readonly disabled: boolean
  onChange(slippage: bigint | 'automatic'): void
}

/** The slippage in one line, which unfolds to the source's, three usual ones, and a custom one. */
export function SlippageChoice({ value, recommended, disabled, onChange }: SlippageChoiceProps) {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const change = (typed: string) => {
    const plain = asciiDigits(typed.trim()).replace(/[,٫，．]/, '.')
    if (!/^\d{0,2}(?:\.\d{0,2})?$/.test(plain)) return
    setText(plain)
    const slippage = parseAmount(plain, 2)
    if (slippage !== undefined && slippage > 0n) onChange(slippage)
  }
  const offered = [...(recommended !== undefined ? (['automatic'] as const) : []), ...usual]
  const textOf = (slippage: bigint | 'automatic') =>
    slippage === 'automatic'
      ? messages.slippageAutomatic
      : messages.slippagePercent({ percent: percentText(slippage, locale) })
  const chosenText =
    value === 'automatic' && recommended !== undefined
      ? messages.slippageAutomaticPercent({ percent: percentText(recommended, locale) })
      : textOf(value)
  const line = (
    <div className="lk-chips">
      <span className="lk-field-label">{messages.slippage}</span>
      <Chip
        aria-expanded={isOpen}
        disabled={disabled}
        data-testid="swap-slippage-open"
        trailingIcon={<ChevronDownIcon size="sm" />}
        onClick={() => setOpen(!isOpen)}
      >
        {chosenText}
      </Chip>
    </div>
  )
  if (!isOpen) return line
  return (
    <div className="lk-stack" data-gap="sm">
      {line}
      <fieldset className="lk-chips" aria-label={messages.slippage}>
        {offered.map((slippage) => (
          <Chip
            key={String(slippage)}
            selected={slippage === value && text === ''}
            disabled={disabled}
            data-testid={`swap-slippage-${slippage}`}
            onClick={() => {
              setText('')
              setOpen(false)
              onChange(slippage)
            }}
          >
            {textOf(slippage)}
          </Chip>
        ))}
        <TextField
          label={messages.slippageCustom}
          hideLabel
          placeholder={messages.slippageCustom}
          value={text}
          disabled={disabled}
          inputMode="decimal"
          data-testid="swap-slippage-custom"
          onChange={(event) => change(event.target.value)}
        />
      </fieldset>
    </div>
  )
}
