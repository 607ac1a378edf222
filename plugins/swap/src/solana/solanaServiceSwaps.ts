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

export interface SolanaServiceSwapsOptions {
  /** Where the wallet-data service is, up to `/v1/convert`. */
  readonly url: string
  /** Sent with each request, where the service wants one. */
  readonly projectId?: string | undefined
  /** As shown to the person. Default `Swap service`. */
  readonly name?: string | undefined
  /** Programs that may do the swap, all with Jupiter's instructions. Default its sixth version. */
  readonly programs?: readonly string[] | undefined
  /** Accounts of market makers that may sign their side of a transaction. Default none. */
  readonly makers?: readonly string[] | undefined
  /** The cluster that the service is asked for. Default Mainnet Beta. */
  readonly networkId?: NetworkId | undefined
}

const names = {
  url: true,
  projectId: true,
  name: true,
  programs: true,
  makers: true,
  networkId: true,
} satisfies Record<keyof SolanaServiceSwapsOptions, true>

/**
 * Quotes from the swap routes of a wallet-data service, on Solana. Nothing that it answers is believed: its calls are read
 * back and simulated before a wallet opens.
 *
 * @throws KernelError `INVALID_OPTIONS` when the address isn't http or https.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([solana(), swap(), solanaServiceSwaps({ url: 'https://data.example' })])
 */
export function solanaServiceSwaps(options: SolanaServiceSwapsOptions): Plugin {
  checkOptionNames('solanaServiceSwaps', options, names)
  checkServiceUrl('solanaServiceSwaps', 'url', options?.url, 'https://data.example')
  const { name = 'Swap service', programs = [jupiterProgram], makers = [] } = options
  const networkId = options.networkId ?? solanaMainnet.id
  return definePlugin({
    id: 'solanaServiceSwaps',
    kernel: '^1.0.0',
    requires: { http: Http, wallets: Wallets },
    setup(context, { http, wallets }) {
      const load = lazy('Prices of the swap service', async () => {
        const [{ createSolanaServiceSwaps }, { createReadRent }, tokens] = await Promise.all([
          import('./lazy/createSolanaServiceSwaps.js'),
          import('./lazy/createReadRent.js'),
          loadSolanaTokens(),
        ])
        const readRent = createReadRent({ http, wallets, tokens, networkId })
        return createSolanaServiceSwaps({ ...options, http, name, programs, makers, tokens, readRent })
      })
      const place = { id: 'solana.service', name, networkId }
      addSolanaSwaps(context, { ...place, load })
    },
  })
}
