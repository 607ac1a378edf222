import { ConnectRoute, type NavigationEntry } from '@latchkey/kernel/wallet'
import { View } from '@latchkey/kernel/plugin'
import { type ReactNode, useCallback } from 'react'
import type { Chunk } from '../chunk.js'
import { readView } from '../contain/readView.js'
import { ContributedView } from '../ContributedView.js'
import { lazyView } from '../lazyView.js'
import { useWords } from '../messages/useWords.js'
import { orderViews } from '../order.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { type RouteViewContribution, routeSlot } from '../routeView.js'
import { useShell } from '../useShell.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { useFurtherViews } from './furtherViews.js'
import { LaterView, type LaterViewName } from './LaterView.js'
import { ViewSkeleton } from './ViewSkeleton.js'
import { ViewFault } from './ViewFault.js'
import { useShellViews } from './useShellViews.js'

export interface DrawnView {
  readonly name: string
  readonly title: string
  readonly element: ReactNode
  /** Its code, unless that came with the modal. */
  readonly chunk: Chunk<unknown> | undefined
}

/** Answers who draws an entry: a plugin's view first, then the shell's own, and Connect for a name nobody knows. */
export function useRouteViews(): (entry: NavigationEntry | undefined) => DrawnView | undefined {
  const { report, slotOrder, lazyViews, connecting } = useShell()
  const further = useFurtherViews()
  const contributed = useSoundContributions(View, readView)
  const own = useShellViews()
  const say = useWords()
  return useCallback(
    (entry) => {
      if (!entry) return undefined
      const chunkOf = (view: LaterViewName) => (view === 'ConnectingExternal' ? connecting : further)
      const ownView = (name: string, params: unknown): ReactNode => {
        const Component = own[name]?.component
        if (!Component) return undefined
        return (
          <PluginBoundary
            key={name}
            onError={(error) => report(`The view "${name}" could not be drawn.`, error)}
            fallback={(error, retry) => <ViewFault error={error} onRetry={retry} />}
          >
            {typeof Component === 'string' ? (
              <LaterView chunk={chunkOf(Component)} name={Component} params={params} />
            ) : (
              <Component params={params} />
            )}
          </PluginBoundary>
        )
      }
      const slot = routeSlot(entry.name)
      const [view] = orderViews(contributed, slot, slotOrder[slot]) as readonly RouteViewContribution[]
      if (view) {
        return {
          name: entry.name,
          title: titleOf(view, entry, say),
          chunk: lazyView(lazyViews, view),
          element: (
            <ContributedView
              view={view}
              props={{ params: entry.params }}
              loading={<ViewSkeleton kind={view.skeleton} />}
              // Where the shell has a view of its own, such as the account with its Disconnect, that one steps in.
              instead={ownView(entry.name, entry.params)}
            />
          ),
        }
      }
      const name = own[entry.name] ? entry.name : ConnectRoute.name
      const shown = own[name]
      if (!shown) return undefined
      const params = name === entry.name ? entry.params : undefined
      return {
        name,
        title: shown.title(params),
        chunk: typeof shown.component === 'string' ? chunkOf(shown.component) : undefined,
        element: ownView(name, params),
      }
    },
    [report, lazyViews, contributed, slotOrder, own, connecting, further, say],
  )
}

/** A plugin's title that throws, or is no text, costs the title and not the modal. */
function titleOf(
  { title }: RouteViewContribution,
  entry: NavigationEntry,
  say: (words: unknown) => string,
): string {
  try {
    // `routeView` has checked the title against the route that the entry names.
    return say(typeof title === 'function' ? title(entry.params as never) : title) || entry.name
  } catch {
    return entry.name
  }
}
