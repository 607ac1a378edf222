import type { Token } from '../keys/token.js'

/** The part of a plugin's context that helpers for chains use: what its `setup` is given fits. */
export interface ChainContext {
  get<T>(token: Token<T>): T
  /** Aborted when the plugin ends. */
  readonly signal: AbortSignal
}
