import {
  checkOptionNames,
  definePlugin,
  Http,
  lazy,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { loadSolanaTokens, solanaMainnet } from '@latchkey/plugin-solana'
import { checkServiceUrl } from '../checkServiceUrl.js'
import { addSolanaSwaps, jupiterProgram } from './addSolanaSwaps.js'

export interface SolanaSwapsOptions {
  /**
   * Where the service is, up to `/quote` and `/swap-instructions`: a server of the host's own in front of
   * `https://api.jup.ag/swap/v1`, which wants a key that no page should hold.
   */
  readonly url: string
  /** Where its list of tokens is, up to `/tag` and `/search`: `https://api.jup.ag/tokens/v2`. Default: none is suggested. */
  readonly tokensUrl?: string | undefined
  /** As shown to the person. Default `Jupiter`. */
  readonly name?: string | undefined
  /** Sent with each request. Everybody who opens the page can read them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Programs that may do the swap, all with Jupiter's instructions. Default its sixth version. */
  readonly programs?: readonly string[] | undefined
  /**
   * Accounts of market makers that trade from their own holdings. With them the service is asked for a transaction that one
   * of them has signed (`/swap`), in place of instructions of a program. Default none.
   */
  readonly makers?: readonly string[] | undefined
  /** Where the programs or makers are. Default Mainnet Beta. */
  readonly networkId?: NetworkId | undefined
}

const names = {
  url: true,
  tokensUrl: true,
  name: true,
  headers: true,
  programs: true,
  makers: true,
  networkId: true,
} satisfies Record<keyof SolanaSwapsOptions, true>

/**
 * Quotes from a service that speaks the HTTP protocol of Jupiter. Nothing that it answers is believed: its instructions
 * are read back and simulated before a wallet opens.
 *
 * @throws KernelError `INVALID_OPTIONS` when an address isn't http or https.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([solana(), swap(), solanaSwaps({ url: 'https://swaps.example/swap/v1' })])
 */
export function solanaSwaps(options: SolanaSwapsOptions): Plugin {
  checkOptionNames('solanaSwaps', options, names)
  for (const key of ['url', 'tokensUrl'] as const) {
    const isLeftOut = key === 'tokensUrl' && options?.tokensUrl === undefined
    if (!isLeftOut) checkServiceUrl('solanaSwaps', key, options?.[key], 'https://swaps.example/swap/v1')
  }
  const {
    name = 'Jupiter',
    headers = {},
    programs = [jupiterProgram],
    makers = [],
    networkId = solanaMainnet.id,
    url,
    tokensUrl,
  } = options
  return definePlugin({
    id: 'solanaSwaps',
    kernel: '^1.0.0',
    requires: { http: Http, wallets: Wallets },
    setup(context, { http, wallets }) {
      const load = lazy('Prices on Solana', async () => {
        const [{ createSolanaSwaps }, { createReadRent }, tokens] = await Promise.all([
          import('./lazy/createSolanaSwaps.js'),
          import('./lazy/createReadRent.js'),
          loadSolanaTokens(),
        ])
        const readRent = createReadRent({ http, wallets, tokens, networkId })
        return createSolanaSwaps({ http, url, tokensUrl, name, headers, programs, makers, tokens, readRent })
      })
      addSolanaSwaps(context, { id: 'solana.jupiter', name, networkId, load })
    },
  })
}
