import { KernelError, definePlugin, Http, lazy, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { loadSolanaTokens, SolanaCalls, solanaMainnet } from '@latchkey/plugin-solana'
import { SwapReader } from '../SwapReader.js'
import { SwapSource, swapSource } from '../SwapSource.js'

export interface SolanaSwapsOptions {
  /**
   * Where the service is, up to `/quote` and `/swap-instructions`: `https://api.jup.ag/swap/v1`, or a server of the
   * host's own in front of it, which is the place for a key.
   */
  readonly url: string
  /** Where its list of tokens is, up to `/tag` and `/search`: `https://api.jup.ag/tokens/v2`. Default: none is suggested. */
  readonly tokensUrl?: string
  /** As shown to the person. Default `Jupiter`. */
  readonly name?: string
  /** Sent with each request. Everybody who opens the page can read them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Programs that may do the swap, all with Jupiter's instructions. Default its sixth version. */
  readonly programs?: readonly string[]
  /**
   * Accounts of market makers that trade from their own holdings. With them the service is asked for a transaction that one
   * of them has signed (`/swap`), in place of instructions of a program. Default none.
   */
  readonly makers?: readonly string[]
  /** Where the programs or makers are. Default Mainnet Beta. */
  readonly networkId?: NetworkId
}

const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/**
 * Quotes from a service that speaks the HTTP protocol of Jupiter. Nothing that it answers is believed: its instructions
 * are read back and simulated before a wallet opens.
 *
 * @throws KernelError `INVALID_OPTIONS` when an address isn't http or https.
 * @example
 * createKernel([solana(), swap(), solanaSwaps({ url: 'https://swaps.example/swap/v1' })])
 */
export function solanaSwaps(options: SolanaSwapsOptions): Plugin {
  for (const key of ['url', 'tokensUrl'] as const) checkUrl(key, options[key], key === 'url')
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
    requires: { http: Http },
    setup(context, { http }) {
      const load = lazy('Prices on Solana', async () => {
        const [{ createSolanaSwaps }, tokens] = await Promise.all([
          import('./lazy/createSolanaSwaps.js'),
          loadSolanaTokens(),
        ])
        return createSolanaSwaps({ http, url, tokensUrl, name, headers, programs, makers, tokens })
      })
      context.add(
        SwapSource,
        swapSource(SolanaCalls, {
          id: 'solana.jupiter',
          name,
          supports: (asked) => asked === networkId,
          load: async () => (await load()).quotes,
        }),
      )
      context.add(SwapReader, {
        id: 'solana.reader',
        namespace: SolanaCalls.namespace,
        load: async () => (await load()).reader,
      })
    },
  })
}

function checkUrl(key: string, value: unknown, isRequired: boolean): void {
  if (value === undefined && !isRequired) return
  if (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)) return
  throw new KernelError(`solanaSwaps() can’t use its option "${key}".`, {
    code: 'INVALID_OPTIONS',
    metaMessages: ['Expected an http(s) URL, such as https://swaps.example/swap/v1.'],
  })
}
