import type { ReactNode } from 'react'
import { Button } from '../components/Button.js'
import { buttons } from '../messages/en/buttons.js'
import { useMessages } from '../messages/useMessages.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { useShell } from '../useShell.js'
import { ShellRoot } from './ShellRoot.js'

/** Keeps what fails in a button from the host's page, in whose tree it stands. The way to disconnect stays. */
export function ButtonBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const { report, rescue } = useShell()
  const messages = useMessages(buttons)
  return (
    <PluginBoundary
      onError={(error) => report('A button could not be drawn.', error)}
      fallback={(error, retry) => (
        <ShellRoot>
          <Button
            data-lk-button=""
            data-testid="connect-button"
            onClick={() => {
              retry()
              rescue.open(error)
            }}
          >
            {messages.connect}
          </Button>
        </ShellRoot>
      )}
    >
      {children}
    </PluginBoundary>
  )
}
