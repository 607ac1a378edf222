import type { AnyToken } from '../keys/token.js'
import type { Plugin } from './definePlugin.js'

const has = (tokens: readonly AnyToken[] | undefined, { symbol }: AnyToken) =>
  tokens?.some((token) => token.symbol === symbol) === true

/** The plugins without the services that each yields to another of them. */
export const leaveToOthers = (plugins: readonly Plugin[]): readonly Plugin[] =>
  plugins.map((plugin) => ({
    ...plugin,
    provides: plugin.provides.filter(
      (token) =>
        !has(plugin.yields, token) ||
        !plugins.some((other) => has(other.provides, token) && !has(other.yields, token)),
    ),
  }))
