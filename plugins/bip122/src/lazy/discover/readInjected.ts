import { readField } from '@latchkey/kernel/chain'
import { describeWallet, dialectOf, type FoundWallet } from '../foundWallet.js'
import { readPath } from './readPath.js'

/**
 * Where wallets that announce nothing put themselves, by name. The first place of a name wins, and of two names for one object
 * the first. UniSat's, Bitget's, Binance's and OneKey's as in `@bigmi/client` 0.10.1, `@omnisat/lasereyes-core` 0.0.85 and
 * Babylon's wallet connector, read 2026-11-29.
 */
const places: readonly (readonly [name: string, path: string])[] = [
  ['OKX Wallet', 'okxwallet.bitcoin'],
  ['Bitget Wallet', 'bitkeep.unisat'],
  ['Binance Wallet', 'binancew3w.bitcoin'],
  ['OneKey', '$onekey.btc'],
  ['UniSat', 'unisat_wallet'],
  ['Xverse', 'XverseProviders.BitcoinProvider'],
  ['Leather', 'LeatherProvider'],
  ['Magic Eden', 'magicEden.bitcoin'],
  ['Wizz', 'wizz'],
  ['Orange', 'OrangeWalletProviders.OrangeBitcoinProvider'],
  ['OP_WALLET', 'opnet'],
  ['Keplr', 'keplr.bitcoin'],
  ['Keplr', 'bitcoin_keplr'],
]

/** Wallets that put themselves at `window.unisat`, too, by their own places, and how their objects are marked there. */
const lodgers: readonly string[] = [
  'okxwallet.bitcoin',
  'bitkeep.unisat',
  'binancew3w.bitcoin',
  '$onekey.btc',
  // Its questions for accounts all open a window, so that it isn't offered (enkryptcom/enKrypt, bitcoin/inject.ts).
  'enkrypt.providers.bitcoin',
]
const marks: readonly string[] = [
  'isOkxWallet',
  'isOKExWallet',
  'isBitKeep',
  'isBitget',
  'isBinance',
  'isOneKey',
]

/** Known wallets that are on the page now. One that speaks none of the dialects is left out. */
export function readInjected(): readonly FoundWallet[] {
  const found: FoundWallet[] = []
  for (const [name, path] of places) {
    const wallet = found.some((other) => other.name === name) ? undefined : readPlace(name, path)
    if (wallet) found.push(wallet)
  }
  return [...found, ...readOldUnisat(found)]
}

/**
 * UniSat in a version before 1.5.8, or in its app, at the place that several wallets take: only where no other one of them is on
 * the page, because whoever chooses UniSat must not be led to another wallet.
 */
function readOldUnisat(found: readonly FoundWallet[]): readonly FoundWallet[] {
  const wallet = readPlace('UniSat', 'unisat')
  const isTaken = found.some(({ name }) => name === 'UniSat') || lodgers.some((path) => readPath(path))
  if (!wallet || isTaken) return []
  return marks.some((mark) => readField(wallet.target, mark)) ? [] : [wallet]
}

function readPlace(name: string, path: string): FoundWallet | undefined {
  const target = readPath(path)
  const dialect = dialectOf(target)
  return target && dialect
    ? describeWallet(name, undefined, { group: 'injected', dialect, target })
    : undefined
}
