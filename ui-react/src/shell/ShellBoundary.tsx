import { Navigation, Networks } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect } from 'react'
import { subscribe } from 'valtio/vanilla'
import { attemptCall } from '../contain/attemptCall.js'
import { navigationState, networksState } from '../contain/serviceStates.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { useKernel } from '../useKernel.js'
import { useServiceState } from '../useServiceState.js'
import { useSession } from '../useSession.js'
import { useShell } from '../useShell.js'

/**
 * Keeps a fault of the modal, or of a plugin that replaces one of its services, from the host's page, of which it is a
 * part. What failed counts as closed, and is drawn again at the next opening. The person is told, and can
 * disconnect.
 */
export function ShellBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const { kernel, report, rescue } = useShell()
  return (
    <PluginBoundary
      onError={(error) => {
        report('The modal could not be drawn. It is tried again when opened.', error)
        const wasOpen = attemptCall(() => kernel.find(Navigation)?.state.open === true, false)
        if (wasOpen) rescue.open(error)
        attemptCall(() => kernel.find(Navigation)?.close({ force: true }), false)
      }}
      fallback={(_, retry) => <UntilOpened onOpen={retry} />}
    >
      <WhereServicesWork>{children}</WhereServicesWork>
    </PluginBoundary>
  )
}

/** Without these nothing can be shown; the buttons then lead to the window of last resort. */
function WhereServicesWork({ children }: { readonly children: ReactNode }): ReactNode {
  const navigation = useServiceState(Navigation, navigationState)
  const networks = useServiceState(Networks, networksState)
  const session = useSession()
  return navigation.works && networks.works && session.works ? children : null
}

function UntilOpened({ onOpen }: { onOpen(): void }): ReactNode {
  const kernel = useKernel()
  useEffect(
    () =>
      attemptCall(() => {
        const state = kernel.find(Navigation)?.state
        return state && subscribe(state, () => state.open && onOpen())
      }, undefined),
    [kernel, onOpen],
  )
  return null
}
