import type { Kernel } from '@latchkey/kernel'
import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ComponentType, createContext } from 'react'
import type { Chunk } from './chunk.js'
import type { ConnectOptions } from './connectOptions.js'
import type { FaultReport } from './contain/createFaultReport.js'
import type { SoundContributions } from './contain/soundContributions.js'
import type { Rescue } from './shell/createRescue.js'
import type { ThemeMode } from './theme/ThemeRoot.js'
import type { ThemeVariables } from './theme/themeVariables.js'

export interface LazyView {
  // biome-ignore lint/suspicious/noExplicitAny: the slot decides the props; `view()` has checked them.
  readonly Component: ComponentType<any>
}

/** What the modal's chunk offers once it is loaded. */
export type ModalModule = typeof import('./shell/modalChunk.js')

export type ConnectingModule = typeof import('./shell/connectingChunk.js')

export interface ThemeControls {
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
  setMode(mode: ThemeMode): void
  /** Merges into the variables that are set. */
  setVariables(variables: ThemeVariables): void
}

/** An element or shadow root, or how to find it when something is shown. */
export type PortalContainer = Element | ShadowRoot | (() => Element | ShadowRoot | null)

/** What the parts of one provider share. */
export interface Shell {
  readonly kernel: Kernel
  /** The component of each view, kept for as long as the provider lives; a retry replaces it. See `lazyView`. */
  readonly lazyViews: WeakMap<ViewContribution, Chunk<LazyView>>
  /** Copies of what plugins contributed that cannot fail while they are drawn. */
  readonly contributions: SoundContributions
  readonly report: FaultReport
  /** The last sound state of each service, by the state that its service shows now. */
  readonly kept: WeakMap<object, object>
  /** What is shown when the modal cannot be. */
  readonly rescue: Rescue
  readonly modal: Chunk<ModalModule>
  /** What is needed once a person has chosen a wallet: the view that waits for it, and the parts of an account button. */
  readonly connecting: Chunk<ConnectingModule>
  readonly theme: ThemeControls
  readonly connect: ConnectOptions
  readonly slotOrder: Readonly<Record<string, readonly string[]>>
  readonly blockUnsupportedNetwork: boolean
  readonly networkSwitch: boolean
  /** Whether the host embeds the views, so that no dialog is drawn. */
  readonly dir: 'ltr' | 'rtl' | 'auto' | undefined
  readonly locale: string | undefined
  /** Where the host wants dialogs and toasts. */
  readonly container: PortalContainer | undefined
  readonly embedded: boolean
  /** Called by the embedded view while it is mounted; answers the way back. */
  embed(): () => void
}

export const ShellContext = createContext<Shell | undefined>(undefined)
