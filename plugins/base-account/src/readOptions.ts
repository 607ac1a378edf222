import { checkOptionNames, KernelError } from '@latchkey/kernel/plugin'

export interface BaseAccountOptions {
  /**
   * Which accounts are offered: `smartWalletOnly` the smart account of a passkey, `eoaOnly` Coinbase Wallet’s app and extension,
   * `all` (default) both.
   */
  readonly preference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** Stands among the featured wallets, above the others. Default false: in the group `external`, below the wallets of the page. */
  readonly featured?: boolean | undefined
  /** The page that its window opens. Default `https://keys.coinbase.com/connect`. What it says is believed, so name only a page of Coinbase’s or a test's own. */
  readonly keysUrl?: string | undefined
}

export type ReadOptions = Required<Omit<BaseAccountOptions, 'keysUrl'>> & { readonly keysUrl: string }

const code = 'BASE_ACCOUNT_OPTIONS_INVALID'

const names = { preference: true, featured: true, keysUrl: true } satisfies Record<
  keyof BaseAccountOptions,
  true
>

const preferences: readonly unknown[] = ['all', 'smartWalletOnly', 'eoaOnly']

/** @throws KernelError `BASE_ACCOUNT_OPTIONS_INVALID` */
export function readOptions(options: BaseAccountOptions): ReadOptions {
  checkOptionNames('baseAccount', options, names, code)
  const { preference = 'all', featured = false, keysUrl = 'https://keys.coinbase.com/connect' } = options
  if (!preferences.includes(preference)) {
    throw invalid('`preference` to be "all", "smartWalletOnly" or "eoaOnly"', preference)
  }
  if (typeof featured !== 'boolean') throw invalid('`featured` to be true or false', featured)
  if (!isPage(keysUrl)) throw invalid('`keysUrl` to be an https address', keysUrl)
  return { preference, featured, keysUrl }
}

/** Over http only on this machine. */
function isPage(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1)$/.test(hostname))
}

const invalid = (expected: string, received: unknown) =>
  new KernelError(`baseAccount() expects ${expected}.`, {
    code,
    metaMessages: [`Received: ${String(received).slice(0, 200)}`],
  })
