import { describeWallet, dialectOf, type FoundWallet } from '../foundWallet.js'
import { readPath } from './readPath.js'

/** Where wallets that announce nothing put themselves, by name. The first place of a name wins. */
const places: readonly (readonly [name: string, path: string])[] = [
  ['UniSat', 'unisat'],
  ['OKX Wallet', 'okxwallet.bitcoin'],
  ['Phantom', 'phantom.bitcoin'],
  ['Binance Wallet', 'binancew3w.bitcoin'],
  ['Xverse', 'XverseProviders.BitcoinProvider'],
  ['Leather', 'LeatherProvider'],
  ['Magic Eden', 'magicEden.bitcoin'],
  ['Wizz', 'wizz'],
  ['Orange', 'OrangeWalletProviders.OrangeBitcoinProvider'],
  ['OP_WALLET', 'opnet'],
  ['Keplr', 'keplr.bitcoin'],
  ['Keplr', 'bitcoin_keplr'],
]

/** Known wallets that are on the page now. One that speaks none of the dialects is left out. */
export function readInjected(): readonly FoundWallet[] {
  const names = new Set<string>()
  return places.flatMap(([name, path]) => {
    const target = readPath(path)
    const dialect = dialectOf(target)
    if (!target || !dialect || names.has(name)) return []
    names.add(name)
    return describeWallet(name, undefined, { group: 'injected', dialect, target }) ?? []
  })
}
