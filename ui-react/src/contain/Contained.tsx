import type { ReactNode } from 'react'
import { PluginBoundary } from '../PluginBoundary.js'
import { useShell } from '../useShell.js'

export interface ContainedProps {
  /** Completes 'The … could not be drawn.' in the log. */
  readonly name: string
  readonly children: ReactNode
}

/** A part of a view that is left out when it fails, so that the rest of the view, with its Disconnect, stays. */
export function Contained({ name, children }: ContainedProps): ReactNode {
  const { report } = useShell()
  return (
    <PluginBoundary
      onError={(error) => report(`The ${name} could not be drawn.`, error)}
      fallback={() => null}
    >
      {children}
    </PluginBoundary>
  )
}
