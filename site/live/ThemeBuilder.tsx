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
  const change = (part: Partial<ThemeChoice>) => setChoice({ ...choice, ...part })
  return (
    <main className="builder">
      <h1 className="told">A builder of themes</h1>
      <form className="choices" onSubmit={(event) => event.preventDefault()}>
        <Labelled label="Theme">
          {(id) => (
            <select
              id={id}
              value={choice.theme}
              onChange={({ target }) =>
                change({ theme: themes.find((each) => each === target.value) ?? 'dark' })
              }
            >
              {themes.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled label="Accent">
          {(id) => (
            <input
              id={id}
              type="color"
              value={choice.accent || '#0b5f5a'}
              onChange={({ target }) => change({ accent: target.value })}
            />
          )}
        </Labelled>
        <Labelled label={`Corners: ${choice.radius} px`}>
          {(id) => (
            <input
              id={id}
              type="range"
              min={0}
              max={12}
              value={choice.radius}
              onChange={({ target }) => change({ radius: Number(target.value) })}
            />
          )}
        </Labelled>
        <Labelled label={`Text: ${choice.fontSize} px`}>
          {(id) => (
            <input
              id={id}
              type="range"
              min={8}
              max={14}
              value={choice.fontSize}
              onChange={({ target }) => change({ fontSize: Number(target.value) })}
            />
          )}
        </Labelled>
        <Labelled label="Font">
          {(id) => (
            <select
              id={id}
              value={choice.fontFamily}
              onChange={({ target }) => change({ fontFamily: target.value })}
            >
              {fonts.map((each) => (
                <option key={each} value={each}>
                  {each === '' ? 'The widget’s own' : each}
                </option>
              ))}
            </select>
          )}
        </Labelled>
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
