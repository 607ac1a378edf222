import { BaseError, type ErrorCheck } from '../errors/base.js'
import type { EventKey } from '../keys/event.js'
import type { AnyEvent } from './events.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import type { AnyToken, Token, TokenRecord, TokenType } from '../keys/token.js'

/** Read access to services. `get` throws `SERVICE_MISSING`; `find` answers `undefined`. */
export interface ServiceReader {
  get<T>(token: Token<T>): T
  find<T>(token: Token<T>): T | undefined
}

export type Deps<requires extends TokenRecord, optional extends TokenRecord> = {
  readonly [key in keyof requires]: TokenType<requires[key]>
} & {
  readonly [key in keyof optional]: TokenType<optional[key]> | undefined
}

/** What a plugin's `setup` may do. Everything done through it is undone, in reverse, when the kernel is disposed. */
export interface PluginContext extends ServiceReader {
  /** The plugin's own id. */
  readonly id: string
  /** Aborted first when the kernel is disposed, before any cleanup runs. */
  readonly signal: AbortSignal
  /**
   * Adds to an extension point and returns the removal.
   * @throws KernelError `DUPLICATE_CONTRIBUTION` when the id is taken.
   */
  add<T extends { readonly id: string }>(point: ExtensionPoint<T>, value: NoInfer<T>): () => void
  list<T extends { readonly id: string }>(point: ExtensionPoint<T>): readonly T[]
  /** Offers a service. The factory runs once, on first use, and must be cheap: heavy work hides behind `lazy`. */
  provide<T>(token: Token<T>, factory: NoInfer<(services: ServiceReader) => T>): void
  emit<T>(event: EventKey<T>, payload: NoInfer<T>): void
  on<T>(event: EventKey<T>, listener: (payload: T) => void): () => void
  /** Every event of the kernel, for logs and analytics. A feature listens to the events it knows, by `on`. */
  onAny(listener: (event: AnyEvent) => void): () => void
  /** Registers a cleanup. Cleanups run last-in first-out, each isolated from the failures of the others. */
  defer(cleanup: () => void | Promise<void>): void
}

/** What `setup` may return: `start` runs once, in the browser, when the host calls `kernel.start()`. */
export interface PluginHandle {
  start?(): void | Promise<void>
}

/** A plugin as the kernel sees it. Made by {@link definePlugin}; the type parameters are erased. */
export interface Plugin {
  readonly id: string
  readonly kernel: string
  readonly requires: TokenRecord
  readonly optional: TokenRecord
  readonly provides: readonly Token<unknown>[]
  readonly yields?: readonly AnyToken[]
  setup(context: PluginContext, deps: Readonly<Record<string, unknown>>): PluginHandle | undefined
  /** Introduces the kernel's copy of this package to the plugin's, so that each knows the errors of the other. */
  meet?(isTheirs: ErrorCheck): ErrorCheck
}

export interface PluginDefinition<requires extends TokenRecord, optional extends TokenRecord> {
  /** Unique in a kernel. Prefix it with your scope: `example.cosmos`. */
  readonly id: string
  /** Kernel versions the plugin works with: carets joined by `||`, for example `^1.0.0`. */
  readonly kernel: string
  /** Services without which the plugin cannot be set up. */
  readonly requires?: requires
  /** Services used when present. Their providers are set up first, too. */
  readonly optional?: optional
  /** Services the plugin offers; `setup` must call `context.provide` for each. */
  readonly provides?: readonly AnyToken[]
  /**
   * Those of `provides` that the plugin leaves to another listed plugin that provides them, too, and does not yield them
   * itself. What `setup` provides of them is then not used.
   */
  readonly yields?: readonly AnyToken[]
  /**
   * Declares what the plugin brings. Synchronous, runs on servers too: no `window`, no I/O, no SDK import.
   * Nothing it adds is visible until it returns; when it throws, nothing of it remains.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a setup that only declares returns nothing.
  setup(context: PluginContext, deps: Deps<requires, optional>): PluginHandle | void
}

/**
 * Defines a plugin with full inference of its dependencies.
 *
 * @example
 * definePlugin({
 *   id: 'example.cosmos',
 *   kernel: '^1.0.0',
 *   requires: { http: Http },
 *   setup(context, { http }) {
 *     context.add(Namespace, cosmosNamespace(http))
 *   },
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePlugin<
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the empty record here.
  const requires extends TokenRecord = {},
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the empty record here.
  const optional extends TokenRecord = {},
>(plugin: PluginDefinition<requires, optional>): Plugin {
  return {
    id: plugin.id,
    kernel: plugin.kernel,
    requires: plugin.requires ?? {},
    optional: plugin.optional ?? {},
    provides: plugin.provides ?? [],
    ...(plugin.yields && { yields: plugin.yields }),
    setup: (context, deps) => plugin.setup(context, deps as Deps<requires, optional>) ?? undefined,
    meet: BaseError.meet,
  }
}
