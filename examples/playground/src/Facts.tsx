import { version } from '@latchkey/kernel/plugin'
import { useState } from 'react'
import { speeds } from './speeds.js'

const install = 'npm create latchkey'
const source = 'https://github.com/latchkey/latchkey'

/** The line that begins an app, and what a developer asks next: licence, version, source and what it weighs. */
export function Facts() {
  const [isCopied, setCopied] = useState(false)
  const evm = speeds.find(({ row }) => row === 'ours, EVM')

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(install)
    setCopied(true)
  }

  return (
    <div className="facts">
      <p className="install">
        <code>{install}</code>
        <button type="button" aria-label={`Copy “${install}”`} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </p>
      <ul>
        <li>MIT licence</li>
        <li>Version {version}, not on npm yet</li>
        <li>
          <a href={source}>Source</a>
        </li>
        {evm ? (
          <li>
            <a href="/docs/bench/RESULTS.md">
              {Math.round(Number(evm.script))} kB before the first paint, React included
            </a>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
