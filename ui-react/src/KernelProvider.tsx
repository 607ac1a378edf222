import type { Kernel } from '@latchkey/kernel'
import { Log, Navigation, View } from '@latchkey/kernel/plugin'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { createChunk } from './chunk.js'
import type { ConnectOptions } from './connectOptions.js'
import { createLazyViews } from './lazyViews.js'
import { MessagesProvider, type MessagesProviderProps } from './messages/MessagesProvider.js'
import { routeSlot } from './routeView.js'
import { ModalHost } from './shell/ModalHost.js'
import { ShellBoundary } from './shell/ShellBoundary.js'
import { type ModalModule, type Shell, ShellContext } from './shellContext.js'
import { shellRoutes } from './shellRoutes.js'
import type { ThemeMode } from './theme/ThemeRoot.js'
import type { ThemeVariables } from './theme/themeVariables.js'
import { useIsomorphicLayoutEffect } from './utils/useIsomorphicLayoutEffect.js'
import { useThemeControls } from './useThemeControls.js'

export interface KernelProviderProps {
  /** Made and owned by the host, outside of React. The provider starts it and never disposes it. */
  readonly kernel: Kernel
  /** `system` follows the person's setting. Default `dark`. */
  readonly theme?: ThemeMode
  readonly themeVariables?: ThemeVariables
  /** Sentences that replace the English ones, by section and key. */
  readonly messages?: MessagesProviderProps['messages']
  /** BCP 47 tag for numbers, dates and lists; `en_US` counts as `en-US`. Default `en`, also for what is no tag. */
  readonly locale?: string
  /** Writing direction. Default: inherited from the page. */
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  /** How the Connect view is composed. */
  readonly connect?: ConnectOptions
  /** Ids of the views to draw in a slot, in order, by slot id. What is not listed is not drawn. */
  readonly slots?: Readonly<Record<string, readonly string[]>>
  /**
   * Open a view that cannot be left while a connected wallet stands on a network the host does not list. It offers
   * the listed networks and disconnecting. Default false.
   */
  readonly blockUnsupportedNetwork?: boolean
  /**
   * Whether people may choose another network here. False takes the choice out of the buttons and the account; who
   * stands on a network the host does not list can still leave it. Default true.
   */
  readonly networkSwitch?: boolean
  /** Whether to draw the modal. False is for a host that shows the views with `EmbeddedView` only. Default true. */
  readonly modal?: boolean
  readonly children?: ReactNode
}

const nothing = {}

/**
 * Puts a kernel under React: starts it, draws what plugins contribute, and shows the modal when something opens it.
 * Reads no browser global while rendering, so it renders on servers. Harmless under StrictMode.
 *
 * @example
 * <KernelProvider kernel={kernel} theme="system"><ConnectButton /></KernelProvider>
 */
export function KernelProvider(props: KernelProviderProps): ReactNode {
  const { kernel, connect = nothing, slots: slotOrder = nothing, blockUnsupportedNetwork = false } = props
  const { networkSwitch = true, modal: withModal = true } = props
  const { dir, locale } = props
  const theme = useThemeControls(props.theme, props.themeVariables)
  const [embeddings, setEmbeddings] = useState(0)
  const views = useMemo(createLazyViews, [])
  const modal = useMemo(() => createModalChunk(kernel), [kernel])
  const embed = useCallback(() => {
    setEmbeddings((count) => count + 1)
    return () => setEmbeddings((count) => count - 1)
  }, [])

  useIsomorphicLayoutEffect(() => {
    const detach = kernel.get(Navigation).attach((name) => draws(kernel, name))
    // With `onPluginError: 'throw'` the fault belongs to whoever calls start; it is in the kernel's state too.
    kernel.start().catch((error: unknown) => kernel.find(Log)?.error('The kernel could not start.', error))
    return detach
  }, [kernel])

  const embedded = embeddings > 0
  const shell = useMemo<Shell>(
    () => ({
      kernel,
      views,
      modal,
      theme,
      connect,
      slotOrder,
      blockUnsupportedNetwork,
      networkSwitch,
      dir,
      locale,
      embedded,
      embed,
    }),
    [
      kernel,
      views,
      modal,
      theme,
      connect,
      slotOrder,
      blockUnsupportedNetwork,
      networkSwitch,
      dir,
      locale,
      embedded,
      embed,
    ],
  )
  return (
    <ShellContext.Provider value={shell}>
      <MessagesProvider locale={locale} messages={props.messages}>
        {props.children}
        <ShellBoundary>
          <ModalHost drawsModal={withModal} />
        </ShellBoundary>
      </MessagesProvider>
    </ShellContext.Provider>
  )
}

function draws(kernel: Kernel, routeName: string): boolean {
  return (
    shellRoutes.includes(routeName) || kernel.list(View).some((view) => view.slot === routeSlot(routeName))
  )
}

function createModalChunk(kernel: Kernel) {
  return createChunk<ModalModule>(
    () => import('./shell/modalChunk.js'),
    (error) =>
      kernel.find(Log)?.error('The modal could not be loaded. It is tried again when opened.', error),
  )
}
