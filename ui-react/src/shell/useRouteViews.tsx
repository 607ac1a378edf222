import { ConnectRoute, Log, type NavigationEntry, View } from '@latchkey/kernel/plugin'
import { type ReactNode, useCallback } from 'react'
import { ContributedView } from '../ContributedView.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import { orderViews } from '../order.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { type RouteViewContribution, routeSlot } from '../routeView.js'
import { useContributions } from '../useContributions.js'
import { useShell } from '../useShell.js'
import { ViewSkeleton } from './ViewSkeleton.js'
import { ViewFault } from './ViewFault.js'
import { useShellViews } from './useShellViews.js'

export interface DrawnView {
  readonly name: string
  readonly title: string
  readonly element: ReactNode
}

/** Answers who draws an entry: a plugin's view first, then the shell's own, and Connect for a name nobody knows. */
export function useRouteViews(): (entry: NavigationEntry | undefined) => DrawnView | undefined {
  const { kernel, slotOrder } = useShell()
  const contributed = useContributions(View)
  const own = useShellViews()
  const messages = useMessages(shell)
  return useCallback(
    (entry) => {
      if (!entry) return undefined
      const slot = routeSlot(entry.name)
      const [view] = orderViews(contributed, slot, slotOrder[slot]) as readonly RouteViewContribution[]
      if (view) {
        return {
          name: entry.name,
          title: titleOf(view, entry),
          element: (
            <ContributedView
              view={view}
              props={{ params: entry.params }}
              loading={<ViewSkeleton label={messages.loadingView} />}
            />
          ),
        }
      }
      const name = own[entry.name] ? entry.name : ConnectRoute.name
      const shown = own[name]
      if (!shown) return undefined
      const params = name === entry.name ? entry.params : undefined
      const Component = shown.component
      return {
        name,
        title: shown.title(params),
        element: (
          <PluginBoundary
            onError={(error) => kernel.find(Log)?.error(`The view "${name}" could not be drawn.`, error)}
            fallback={(error, retry) => <ViewFault error={error} onRetry={retry} />}
          >
            <Component params={params} />
          </PluginBoundary>
        ),
      }
    },
    [kernel, contributed, slotOrder, own, messages],
  )
}

/** A plugin's title that throws, or is no text, costs the title and not the modal. */
function titleOf({ title }: RouteViewContribution, entry: NavigationEntry): string {
  try {
    // `routeView` has checked the title against the route that the entry names.
    const text: unknown = typeof title === 'function' ? title(entry.params as never) : title
    return typeof text === 'string' ? text : entry.name
  } catch {
    return entry.name
  }
}
