import {
  ConnectorError,
  type LogService,
  type PreparedSend,
  type SendRequest,
  type SubmittedTransaction,
} from '@latchkey/kernel/plugin'
import { numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { isSameAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { readNetworkId, readTransactionHash } from '../../connect/answers.js'
import { ask } from '../../connect/ask.js'
import { walletOf } from '../../connect/walletOf.js'
import type { Eip1193Provider } from '../../provider.js'
import { awaitReceipt, findTransaction } from './awaitReceipt.js'
import { writeTrail } from './followTransaction.js'
import { type FeePlan, feeFields } from './planFees.js'
import type { Transfer } from './simulate.js'

export interface SubmitOptions {
  readonly tools: CapabilityTools
  readonly client: EvmClient
  readonly request: SendRequest
  readonly transfer: Transfer
  readonly gas: bigint
  readonly plan: FeePlan
}

/** Sends what was prepared, once: a second call while the first is under way, or after it, answers the same. */
export function createSubmit(
  options: SubmitOptions,
): Required<Pick<PreparedSend, 'submit' | 'isHandedOver'>> {
  let submitted: Promise<SubmittedTransaction> | undefined
  let isHandedOver = false
  const handingOver = () => {
    isHandedOver = true
  }
  return {
    submit() {
      submitted ??= submit(options, handingOver).catch((error: unknown) => {
        submitted = undefined
        throw error
      })
      return submitted
    },
    isHandedOver: () => isHandedOver,
  }
}

async function submit(options: SubmitOptions, handingOver: () => void): Promise<SubmittedTransaction> {
  const { tools, client, request, transfer, gas, plan } = options
  const provider = walletOf(request.provider)
  const wallet = 'The wallet'
  const networkId = readNetworkId(wallet, 'eth_chainId', await ask(provider, 'eth_chainId'))
  if (networkId !== request.networkId) throw otherNetwork(networkId, request.networkId)
  await checkAccount(provider, transfer.from, tools.log)
  // Read before sending, so that a transaction that takes this one's place is found. Zero searches far enough back.
  const sentAfter = await getBlockNumber(client, { cacheTime: 0 }).catch(() => 0n)
  const quantities = { value: transfer.value, gas, ...feeFields(plan) }
  const hexes = Object.entries(quantities).map(([name, quantity]) => [name, numberToHex(quantity)])
  const { from, to, data } = transfer
  const transaction = {
    from,
    to,
    ...(data === '0x' ? {} : { data }),
    ...Object.fromEntries(hexes),
    chainId: numberToHex(client.chain.id),
  }
  const method = 'eth_sendTransaction'
  handingOver()
  const hash = readTransactionHash(wallet, method, await ask(provider, method, [transaction]))
  const { clock, log } = tools
  const asked = { to, value: transfer.value, data }
  const sent = findTransaction(client, hash).catch((error: unknown) => {
    log.debug('The transaction could not be read back; it is read again while it is waited for.', error)
    return undefined
  })
  return {
    id: hash,
    trail: sent.then((known) => known && writeTrail(known, sentAfter, asked)),
    wait: (signal) => awaitReceipt({ client, hash, from, sent, asked, sentAfter, clock, log, signal }),
  }
}

/**
 * Some wallets send from the account they stand on, whatever they are asked. One that is locked, or cannot say, is left
 * to decide.
 */
async function checkAccount(provider: Eip1193Provider, from: string, log: LogService): Promise<void> {
  const answer = await ask(provider, 'eth_accounts').catch((error: unknown) => {
    log.debug('The wallet does not tell its accounts.', error)
  })
  const accounts = Array.isArray(answer) ? answer.map(String) : []
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
