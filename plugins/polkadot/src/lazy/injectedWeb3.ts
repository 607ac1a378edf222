import { plainText } from '@latchkey/kernel/plugin'
import type { InjectedWalletFacts } from '../readOptions.js'

/** An entry of `window.injectedWeb3`, its facts made safe to show. */
export interface InjectedWallet {
  /** The wallet's key in `window.injectedWeb3`. */
  readonly key: string
  readonly name: string
  readonly icon?: string
  /** Asks the wallet for this page, told the app's name. Reads the page each time: a wallet may replace its entry. */
  open(appName: string): Promise<unknown>
  isThere(): boolean
}

/** No page has hundreds of them; a script that adds more wants to freeze it. */
const walletLimit = 500
const keyLength = 60

/** Names that do not come of their keys by capital letters. */
const knownNames: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  polkagate: 'PolkaGate',
  mathwallet: 'MathWallet',
}

interface InjectedEntry {
  enable?(appName: string): Promise<unknown>
  connect?(appName: string): Promise<unknown>
}

/** Keys of the wallets on the page that can be asked; the used ones however many others there are. Never throws. */
export function injectedKeys(isUsed: (key: string) => boolean): readonly string[] {
  try {
    const all = Object.keys(registry() ?? {})
    const heard = [...all.slice(0, walletLimit), ...all.slice(walletLimit).filter(isUsed)]
    return heard.filter((key) => key !== '' && key.length <= keyLength && entryOf(key) !== undefined)
  } catch {
    // A page may put anything there, getters that throw too.
    return []
  }
}

export function readInjectedWallet(
  key: string,
  facts: Readonly<Record<string, InjectedWalletFacts>>,
): InjectedWallet {
  const { name, icon } = (Object.hasOwn(facts, key) ? facts[key] : undefined) ?? {}
  const own = Object.hasOwn(knownNames, key) ? knownNames[key] : undefined
  return {
    key,
    name: name ?? own ?? nameOf(key),
    ...(icon === undefined ? {} : { icon }),
    isThere: () => entryOf(key) !== undefined,
    async open(appName) {
      const entry = entryOf(key)
      return entry?.enable ? entry.enable(appName) : entry?.connect?.(appName)
    },
  }
}

/** `fearless-wallet` as `Fearless Wallet`. */
function nameOf(key: string): string {
  const words = plainText(key).replace(/[-_]+/g, ' ').trim()
  return words.replace(/(?:^| )\p{Ll}/gu, (start) => start.toUpperCase()) || 'Polkadot wallet'
}

function registry(): Record<string, unknown> | undefined {
  const found = (window as { injectedWeb3?: unknown }).injectedWeb3
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
}

function entryOf(key: string): InjectedEntry | undefined {
  try {
    const all = registry()
    const entry = all && Object.hasOwn(all, key) ? (all[key] as InjectedEntry | null) : undefined
    const usable = typeof entry?.enable === 'function' || typeof entry?.connect === 'function'
    return usable ? (entry ?? undefined) : undefined
  } catch {
    // An entry whose getter throws is no wallet.
    return undefined
  }
}
