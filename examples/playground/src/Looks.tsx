import { useId } from 'react'
import type { Settings } from './settings.js'

interface LooksProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
}

const accents = [
  ['', 'Latchkey'],
  ['#3d5afe', 'Blue'],
  ['#9333ea', 'Violet'],
  ['#db2777', 'Pink'],
  ['#c2410c', 'Orange'],
  ['#111827', 'Black'],
] as const

/** The changes that are seen at once: theme, accent, and where the widget is. */
export function Looks({ settings, onChange }: LooksProps) {
  return (
    <div className="looks">
      <Choice
        label="Theme"
        value={settings.mode}
        options={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(mode) => onChange({ mode })}
      />
      <div className="wide">
        <Choice
          label="Shown"
          value={settings.display}
          options={[
            ['inline', 'In the page'],
            ['dialog', 'As a dialog'],
          ]}
          onChange={(display) => onChange({ display })}
        />
      </div>
      <Accents value={settings.accent} onChange={(accent) => onChange({ accent })} />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

interface AccentsProps {
  readonly value: string
  readonly onChange: (accent: string) => void
}

function Accents({ value, onChange }: AccentsProps) {
  const name = useId()
  return (
    <fieldset className="accents">
      <legend>Accent</legend>
      {accents.map(([accent, label]) => (
        <label key={accent} title={label}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            checked={value === accent}
            onChange={() => onChange(accent)}
          />
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="10" cy="10" r="10" fill={accent || 'light-dark(#0b5f5a, #5fd0c5)'} />
          </svg>
        </label>
      ))}
    </fieldset>
  )
}
