import { Log, Navigation } from '@latchkey/kernel/plugin'
import { type ReactNode, useEffect } from 'react'
import { subscribe } from 'valtio/vanilla'
import { PluginBoundary } from '../PluginBoundary.js'
import { useKernel } from '../useKernel.js'

/**
 * Keeps a fault of the modal, or of a plugin that replaces one of its services, from the host's page, of which it is a
 * part. What failed counts as closed, and is drawn anew at the next opening.
 */
export function ShellBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const kernel = useKernel()
  return (
    <PluginBoundary
      onError={(error) => {
        kernel.find(Log)?.error('The modal could not be drawn. It is tried again when opened.', error)
        kernel.find(Navigation)?.close({ force: true })
      }}
      fallback={(_, retry) => <UntilOpened onOpen={retry} />}
    >
      {children}
    </PluginBoundary>
  )
}

function UntilOpened({ onOpen }: { onOpen(): void }): ReactNode {
  const navigation = useKernel().find(Navigation)
  useEffect(
    () => navigation && subscribe(navigation.state, () => navigation.state.open && onOpen()),
    [navigation, onOpen],
  )
  return null
}
