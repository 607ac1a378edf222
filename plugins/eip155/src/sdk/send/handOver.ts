import { ConnectorError, type LogService, type NetworkId } from '@latchkey/kernel/plugin'
import { getBlockNumber } from 'viem/actions'
import { isSameAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { describe, readNetworkId } from '../../connect/answers.js'
import { askWallet } from '../../connect/askWallet.js'
import { walletOf } from '../../connect/walletOf.js'
import type { Eip1193Provider } from '../../provider.js'

export interface Handover {
  readonly tools: CapabilityTools
  readonly client: EvmClient
  readonly networkId: NetworkId
  readonly provider: unknown
  readonly from: string
  readonly method: 'eth_sendTransaction' | 'wallet_sendCalls'
  readonly params: readonly unknown[]
}

/**
 * The one place where a wallet gets a request that moves money, once it stands where the person was told.
 *
 * @param handingOver Called right before the wallet is asked.
 * @returns what the wallet answered, and a block before it was asked.
 */
export async function handOver(
  { tools, client, networkId, provider, from, method, params }: Handover,
  handingOver: () => void,
): Promise<{ readonly answer: unknown; readonly sentAfter: bigint }> {
  const wallet = walletOf(provider)
  const actual = readNetworkId('The wallet', 'eth_chainId', await askWallet(wallet, 'eth_chainId'))
  if (actual !== networkId) throw otherNetwork(actual, networkId)
  await checkAccount(wallet, from, tools.log)
  // Read before sending, so that a transaction that takes this one's place is found. Zero searches far enough back.
  const sentAfter = await getBlockNumber(client, { cacheTime: 0 }).catch(() => 0n)
  handingOver()
  return { answer: await askWallet(wallet, method, params), sentAfter }
}

/**
 * Some wallets send from the account they stand on, whatever they are asked. One that is locked, or cannot say, is left
 * to decide.
 */
async function checkAccount(provider: Eip1193Provider, from: string, log: LogService): Promise<void> {
  const answer = await askWallet(provider, 'eth_accounts').catch((error: unknown) => {
    log.debug('The wallet does not tell its accounts.', error)
  })
  const accounts = Array.isArray(answer)
    ? answer.map((account) => (typeof account === 'string' ? account : describe(account)))
    : []
  if (accounts.length === 0 || accounts.some((account) => isSameAddress(account, from))) return
  throw new ConnectorError(
    'The wallet stands on another account. Choose the one that was shown, then send again.',
    {
      code: 'ACCOUNT_MISMATCH',
      metaMessages: [
        `The wallet shares: ${accounts.slice(0, 5).join(', ').slice(0, 300)}`,
        `The transaction is from: ${from}`,
      ],
    },
  )
}

function otherNetwork(actual: string, wanted: string): ConnectorError {
  return new ConnectorError('The wallet stands on another network. Switch it, then send again.', {
    code: 'NETWORK_MISMATCH',
    metaMessages: [`The wallet stands on: ${actual}`, `The transaction is for: ${wanted}`],
  })
}
