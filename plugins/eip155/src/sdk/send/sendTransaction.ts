import type { NetworkId } from '@latchkey/kernel/plugin'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { numberToHex } from 'viem'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { readTransactionHash } from '../../connect/answers.js'
import { awaitReceipt, findTransaction } from './awaitReceipt.js'
import { writeTrail } from './followTransaction.js'
import { handOver } from './handOver.js'
import { type FeePlan, feeFields } from './planFees.js'
import type { Transfer } from './simulate.js'

export interface SubmitOptions {
  readonly tools: CapabilityTools
  readonly client: EvmClient
  readonly networkId: NetworkId
  readonly provider: unknown
  readonly transfer: Transfer
  readonly gas: bigint
  readonly plan: FeePlan
}

/** Gives the wallet one transaction to send, with the fee that was named. */
export async function sendTransaction(
  options: SubmitOptions,
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  const { tools, client, transfer, gas, plan } = options
  const { from, to, data, value } = transfer
  const quantities = { value, gas, ...feeFields(plan) }
  const hexes = Object.entries(quantities).map(([name, quantity]) => [name, numberToHex(quantity)])
  const transaction = {
    from,
    to,
    ...(data === '0x' ? {} : { data }),
    ...Object.fromEntries(hexes),
    chainId: numberToHex(client.chain.id),
  }
  const method = 'eth_sendTransaction'
  const { answer, sentAfter } = await handOver(
    { ...options, from, method, params: [transaction] },
    handingOver,
  )
  const hash = readTransactionHash('The wallet', method, answer)
  const { clock, log } = tools
  const asked = { to, value, data }
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
