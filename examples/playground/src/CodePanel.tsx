import { useState } from 'react'
import { parse } from 'sugar-high/core'
import { tokenize } from 'sugar-high/lang/typescript'
import { generateCode } from './generateCode.js'
import type { Settings } from './settings.js'

/** The code of the current set-up, to copy. */
export function CodePanel({ settings }: { readonly settings: Settings }) {
  const code = generateCode(settings)
  const [copied, setCopied] = useState('')

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(code)
    setCopied(code)
  }

  return (
    <section className="card code" aria-labelledby="code-title">
      <header>
        <h2 id="code-title">The code for this set-up</h2>
        <button type="button" onClick={() => void copy()}>
          {copied === code ? 'Copied' : 'Copy'}
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a keyboard must reach them. */}
      <pre tabIndex={0}>
        <code>
          {parse(code, { tokenize }).lines.map(({ index, tokens }) => (
            <span key={index}>
              {tokens.map(({ type, value }, place) => (
                <span key={place} data-kind={type}>
                  {value}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
