import type { Kernel } from '@latchkey/kernel'
import { inDevelopment, KernelError, View, type ViewContribution } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { type Chunk, createChunk } from './chunk.js'
import type { ConnectOptions } from './connectOptions.js'
import { attemptCall } from './contain/attemptCall.js'
import { createFaultReport, type FaultReport } from './contain/createFaultReport.js'
import { readView } from './contain/readView.js'
import { createSoundContributions, type SoundContributions } from './contain/soundContributions.js'
import { MessagesProvider, type MessagesProviderProps } from './messages/MessagesProvider.js'
import { routeSlot } from './routeView.js'
import { createRescue } from './shell/createRescue.js'
import { loadModal } from './shell/loadModal.js'
import { ModalHost } from './shell/ModalHost.js'
import { RescueHost } from './shell/RescueHost.js'
import { savesData } from './shell/savesData.js'
import { ShellBoundary } from './shell/ShellBoundary.js'
import {
  type LazyView,
  type ModalModule,
  type PortalContainer,
  type Shell,
  ShellContext,
} from './shellContext.js'
import { shellRoutes } from './shellRoutes.js'
import type { ThemeMode } from './theme/ThemeRoot.js'
import type { ThemeVariables } from './theme/themeVariables.js'
import { useIsomorphicLayoutEffect } from './utils/useIsomorphicLayoutEffect.js'
import { useThemeControls } from './useThemeControls.js'

export interface KernelProviderProps {
  /** Made and owned by the host, outside of React. The provider starts it and never disposes it. */
  readonly kernel: Kernel
  /**
   * `system` follows the person's setting; `page` follows the `color-scheme` of the page, for hosts with a switch of
   * their own. Default `dark`.
   */
  readonly theme?: ThemeMode | undefined
  readonly themeVariables?: ThemeVariables | undefined
  /** Sentences that replace the English ones, by section and key. */
  readonly messages?: MessagesProviderProps['messages'] | undefined
  /** BCP 47 tag for numbers, dates and lists; `en_US` counts as `en-US`. Default `en`, also for what is no tag. */
  readonly locale?: string | undefined
  /** Writing direction. Default: inherited from the page. */
  readonly dir?: 'ltr' | 'rtl' | 'auto' | undefined
  /** How the Connect view is composed. */
  readonly connect?: ConnectOptions | undefined
  /** Ids of the views to draw in a slot, in order, by slot id. What is not listed is not drawn. */
  readonly slots?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * Open a view that cannot be left while a connected wallet stands on a network the host does not list. It offers
   * the listed networks and disconnecting. Default false.
   */
  readonly blockUnsupportedNetwork?: boolean | undefined
  /**
   * Whether people may choose another network here. False takes the choice out of the buttons and the account; who
   * stands on a network the host does not list can still leave it. Default true.
   */
  readonly networkSwitch?: boolean | undefined
  /** Whether to draw the modal. False is for a host that shows the views with `EmbeddedView` only. Default true. */
  readonly modal?: boolean | undefined
  /**
   * Where dialogs and toasts are put. Default: the end of the shadow root that the provider stands in, else of the
   * body of its document. The style sheet must be loaded there.
   */
  readonly container?: PortalContainer | undefined
  readonly children?: ReactNode | undefined
}

const nothing = {}
const themeModes: readonly ThemeMode[] = ['light', 'dark', 'system', 'page']

/**
 * Puts a kernel under React: starts it, draws what plugins contribute, and shows the modal when something opens it.
 * Reads no browser global while rendering, so it renders on servers. Harmless under StrictMode.
 *
 * @throws KernelError `KERNEL_MISSING` without a kernel.
 *
 * @example
 * <KernelProvider kernel={kernel} theme="system"><ConnectButton /></KernelProvider>
 */
export function KernelProvider(props: KernelProviderProps): ReactNode {
  // From code without types.
  if (typeof props.kernel?.find !== 'function') throw kernelNotGiven()
  const { kernel, connect = nothing, slots: slotOrder = nothing, blockUnsupportedNetwork = false } = props
  const { networkSwitch = true, modal: withModal = true } = props
  const { dir, locale, container } = props
  const isTheme = props.theme === undefined || themeModes.includes(props.theme)
  const theme = useThemeControls(isTheme ? props.theme : undefined, props.themeVariables)
  const [embeddings, setEmbeddings] = useState(0)
  const parts = useMemo(() => createShellParts(kernel), [kernel])
  const embed = useCallback(() => {
    setEmbeddings((count) => count + 1)
    return () => setEmbeddings((count) => count - 1)
  }, [])

  useIsomorphicLayoutEffect(() => {
    const { report } = parts
    const detach = attemptCall(
      () => kernel.find(Navigation)?.attach((name) => draws(kernel, parts.contributions, name)),
      undefined,
      (error) => report('The modal could not be attached to its navigation.', error),
    )
    // Before what the plugins load: a phone fetches six files at once, and who presses the button waits for this one.
    if (!savesData()) parts.modal.load()
    // With `onPluginError: 'throw'` the fault belongs to the caller of start; it is in the kernel's state too.
    kernel.start().catch((error: unknown) => report('The kernel could not start.', error))
    return () => attemptCall(() => detach?.(), undefined)
  }, [kernel, parts])

  useEffect(() => {
    if (!isTheme) parts.report('The theme is unknown, so the default one is used.', themeUnknown(props.theme))
  }, [isTheme, parts, props.theme])

  const embedded = embeddings > 0
  const shell = useMemo<Shell>(
    () => ({
      kernel,
      ...parts,
      theme,
      connect,
      slotOrder,
      blockUnsupportedNetwork,
      networkSwitch,
      dir,
      locale,
      container,
      embedded,
      embed,
    }),
    [
      kernel,
      parts,
      theme,
      connect,
      slotOrder,
      blockUnsupportedNetwork,
      networkSwitch,
      dir,
      locale,
      container,
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
        <RescueHost />
      </MessagesProvider>
    </ShellContext.Provider>
  )
}

function kernelNotGiven(): KernelError {
  const sentence = inDevelopment
    ? 'KernelProvider needs a kernel: <KernelProvider kernel={createKernel([...])}>, made once, outside of React.'
    : 'KernelProvider: kernel'
  return new KernelError(sentence, { code: 'KERNEL_MISSING' })
}

function themeUnknown(given: unknown): KernelError {
  const sentence = inDevelopment
    ? `There is no theme ${JSON.stringify(given)}. There are: ${themeModes.join(', ')}.`
    : `KernelProvider: theme ${JSON.stringify(given)}`
  return new KernelError(sentence, { code: 'THEME_UNKNOWN' })
}

function draws(kernel: Kernel, contributions: SoundContributions, routeName: string): boolean {
  if (shellRoutes.includes(routeName)) return true
  const slot = routeSlot(routeName)
  return contributions.read(View, kernel.list(View), readView).some((view) => view.slot === slot)
}

/** What lives as long as the provider shows one kernel. */
function createShellParts(kernel: Kernel) {
  const report = createFaultReport(kernel)
  return {
    report,
    lazyViews: new WeakMap<ViewContribution, Chunk<LazyView>>(),
    contributions: createSoundContributions(report),
    kept: new WeakMap<object, object>(),
    rescue: createRescue(),
    modal: createModalChunk(report),
    connecting: createChunk(
      () => import('./shell/connectingChunk.js'),
      (error) => report('The code for connecting could not be loaded.', error),
    ),
  }
}

function createModalChunk(report: FaultReport) {
  return createChunk<ModalModule>(loadModal, (error) =>
    report('The modal could not be loaded. It is tried again when opened.', error),
  )
}
