import { BaseError, type Clock } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import { ApiPromise, WsProvider } from '#api'
import type { PolkadotNetwork } from '../../networks.js'
import { withDeadline } from '../withDeadline.js'

type Provider = NonNullable<NonNullable<ConstructorParameters<typeof ApiPromise>[0]>['provider']>

/** Milliseconds an endpoint may take until it can be asked; metadata is up to a megabyte. */
const connectTime = 15_000
/** Milliseconds a single answer may take. */
const answerTime = 20_000

/**
 * Connects to one endpoint, or fails: it does not go on trying by itself, because there may be a better endpoint.
 *
 * @throws NetworkError `POLKADOT_ENDPOINT_FAILED`, `POLKADOT_CHAIN_MISMATCH` when it serves another chain.
 */
export async function connectApi(network: PolkadotNetwork, url: string, clock: Clock): Promise<ApiPromise> {
  const provider = new WsProvider(url, false, {}, answerTime)
  let api: ApiPromise | undefined
  try {
    return await withDeadline(
      clock,
      connectTime,
      () => failed(url),
      async () => {
        await ready(provider, url)
        api = await ApiPromise.create({
          // The declaration of the class misses its own interface by an optional member.
          provider: provider as Provider,
          noInitWarn: true,
          // Pages may forbid WebAssembly by their policy. What is needed here is hashing, which works without.
          initWasm: false,
          throwOnConnect: true,
        })
        checkChain(api, network, url)
        return api
      },
    )
  } catch (error) {
    await (api?.disconnect() ?? provider.disconnect()).catch(() => {
      // It never was connected; there is nothing to end.
    })
    throw error instanceof BaseError ? error : failed(url, error)
  }
}

/** Told to connect once, the provider says by events only that it could not. */
function ready(provider: WsProvider, url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    provider.on('error', (cause: unknown) => reject(failed(url, cause)))
    provider.on('disconnected', () => reject(failed(url)))
    provider.isReady.then(resolve, reject)
    provider.connect().catch(reject)
  })
}

/** Paying on another chain than the one that was shown, or in other units, must not happen. */
function checkChain(api: ApiPromise, network: PolkadotNetwork, url: string): void {
  const genesisHash = api.genesisHash.toHex()
  const decimals = api.registry.chainDecimals[0]
  const same =
    genesisHash === network.genesisHash &&
    (decimals === undefined || decimals === network.nativeCurrency.decimals)
  if (same) return
  throw new NetworkError(`An endpoint of ${network.name} serves another chain.`, {
    code: 'POLKADOT_CHAIN_MISMATCH',
    parameters: { network: network.name },
    metaMessages: [
      `Endpoint: ${hostOf(url)}`,
      `Genesis hash: ${genesisHash}, expected ${network.genesisHash}.`,
      `Decimals: ${decimals}, expected ${network.nativeCurrency.decimals}.`,
    ],
  })
}

function failed(url: string, cause?: unknown): NetworkError {
  return new NetworkError('An endpoint of the network did not answer.', {
    code: 'POLKADOT_ENDPOINT_FAILED',
    metaMessages: [`Endpoint: ${hostOf(url)}`],
    ...(cause === undefined ? {} : { cause }),
  })
}

/** Paths and queries of endpoints carry keys. */
export const hostOf = (url: string) => new URL(url).host
