import type { Plugin } from './definePlugin.js'

/** The kernel's own plugins, used when the host lists no replacement. */
export interface StandIns {
  /** Defaults that no listed plugin replaces. */
  readonly used: readonly Plugin[]
  /** Defaults that took a lost plugin's place. */
  readonly taken: readonly Plugin[]
  /** The listed plugin that provides the token, if a default could take its place. */
  replacedBy(token: { readonly symbol: symbol }): Plugin | undefined
  /** The defaults that replace a lost plugin. Returns each one only once. */
  take(plugin: Plugin): readonly Plugin[]
}

/** Lets a default step aside for a listed plugin that provides one of its tokens, until that plugin is lost. */
export function createStandIns(listed: readonly Plugin[], defaults: readonly Plugin[]): StandIns {
  const isReplaced = (plugin: Plugin) => listed.some((other) => sharesToken(plugin, other))
  const taken: Plugin[] = []
  let aside = defaults.filter(isReplaced)
  return {
    used: defaults.filter((plugin) => !isReplaced(plugin)),
    taken,
    replacedBy: ({ symbol }) =>
      listed.find(
        (plugin) =>
          plugin.provides.some((token) => token.symbol === symbol) &&
          aside.some((candidate) => sharesToken(candidate, plugin)),
      ),
    take(plugin) {
      const found = aside.filter((candidate) => sharesToken(candidate, plugin))
      aside = aside.filter((candidate) => !found.includes(candidate))
      taken.push(...found)
      return found
    },
  }
}

function sharesToken(left: Plugin, right: Plugin): boolean {
  return left.provides.some(({ symbol }) => right.provides.some((token) => token.symbol === symbol))
}
