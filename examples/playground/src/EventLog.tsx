import type { AnyEvent } from '@latchkey/kernel/plugin'
import type { Kernel } from '@latchkey/kernel'
import { useEffect, useState } from 'react'

interface Line {
  readonly key: number
  readonly time: string
  readonly event: AnyEvent
}

const limit = 100

/** Every fact the kernel reports, newest first. */
export function EventLog({ kernel }: { readonly kernel: Kernel }) {
  const [lines, setLines] = useState<readonly Line[]>([])

  useEffect(
    () =>
      kernel.events.onAny((event) => {
        const time = new Date().toLocaleTimeString([], { hour12: false })
        setLines((current) => [{ key: (current[0]?.key ?? 0) + 1, time, event }, ...current].slice(0, limit))
      }),
    [kernel],
  )

  return (
    <section className="card log" aria-labelledby="log-title">
      <header>
        <h2 id="log-title">Events</h2>
        <button type="button" onClick={() => setLines([])} disabled={lines.length === 0}>
          Clear
        </button>
      </header>
      {lines.length === 0 ? (
        <p className="hint">Connect, switch or disconnect: what happens appears here.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and a keyboard must reach it.
        <ol tabIndex={0}>
          {lines.map(({ key, time, event }) => (
            <li key={key}>
              <time>{time}</time>
              <strong>{event.id}</strong>
              <code>
                {JSON.stringify(event.payload, (_, value) =>
                  typeof value === 'bigint' ? String(value) : value,
                )}
              </code>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
