import { KernelProvider, ModalView } from '@latchkey/ui-react'
import { type ReactNode, useId, useState } from 'react'
import type { Live } from './createLiveKernel.js'
import { type ThemeChoice, themeCode, themeVariablesOf, usualTheme } from './themeCode.js'

interface ThemeBuilderProps {
  readonly live: Live
  /** The theme of the page around. */
  readonly theme: 'light' | 'dark'
}

const themes = ['system', 'light', 'dark', 'page'] as const
const fonts = ['', 'system-ui, sans-serif', 'Georgia, serif', 'ui-monospace, monospace']

/** Choices on one side, the widget on the other, and the code for both below. */
export function ThemeBuilder({ live, theme }: ThemeBuilderProps) {
  const [choice, setChoice] = useState<ThemeChoice>({ ...usualTheme, theme })
  return (
    <main className="builder">
      <h1 className="told">A builder of themes</h1>
      <form className="choices" onSubmit={(event) => event.preventDefault()}>
        <Choices choice={choice} change={(part) => setChoice({ ...choice, ...part })} />
        <Code text={themeCode(choice)} onReset={() => setChoice({ ...usualTheme, theme })} />
      </form>
      <KernelProvider kernel={live.kernel} theme={choice.theme} themeVariables={themeVariablesOf(choice)}>
        <div className="widget">
          <ModalView />
        </div>
      </KernelProvider>
    </main>
  )
}

interface ChoicesProps {
  readonly choice: ThemeChoice
  readonly change: (part: Partial<ThemeChoice>) => void
}

function Choices({ choice, change }: ChoicesProps) {
  const { theme, accent, radius, fontSize, fontFamily } = choice
  return (
    <>
      <Select
        label="Theme"
        options={themes.map((each) => [each, each])}
        value={theme}
        onChange={(value) => change({ theme: themes.find((each) => each === value) ?? 'dark' })}
      />
      <Labelled label="Accent">
        {(id) => (
          <input
            id={id}
            type="color"
            value={accent || '#0b5f5a'}
            onChange={({ target }) => change({ accent: target.value })}
          />
        )}
      </Labelled>
      <Range label="Corners" range={[0, 12]} value={radius} onChange={(value) => change({ radius: value })} />
      <Range
        label="Text"
        range={[8, 14]}
        value={fontSize}
        onChange={(value) => change({ fontSize: value })}
      />
      <Select
        label="Font"
        options={fonts.map((each) => [each, each === '' ? 'The widget’s own' : each])}
        value={fontFamily}
        onChange={(value) => change({ fontFamily: value })}
      />
    </>
  )
}

interface SelectProps {
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Select({ label, options, value, onChange }: SelectProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface RangeProps {
  readonly label: string
  readonly range: readonly [from: number, to: number]
  /** Pixels. */
  readonly value: number
  readonly onChange: (value: number) => void
}

function Range({ label, range: [min, max], value, onChange }: RangeProps) {
  return (
    <Labelled label={`${label}: ${value} px`}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Labelled>
  )
}

interface LabelledProps {
  readonly label: string
  readonly children: (id: string) => ReactNode
}

function Labelled({ label, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface CodeProps {
  readonly text: string
  readonly onReset: () => void
}

function Code({ text, onReset }: CodeProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <pre data-testid="theme-code">
        <code>{text}</code>
      </pre>
      <div className="choice">
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy code'}
        </button>
        <button type="button" onClick={onReset}>
          Begin anew
        </button>
      </div>
    </>
  )
}
