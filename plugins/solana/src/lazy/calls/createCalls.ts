import { submitSteps, toSubmittedCalls } from '@latchkey/kernel/chain'
import {
  BaseError,
  type CallsCapability,
  type CallsRequest,
  type LogService,
  type PreparedCalls,
  type SubmittedTransaction,
} from '@latchkey/kernel/plugin'
import { PublicKey } from '#web3'
import type { SolanaCall } from '../../calls.js'
import { networkOf, type SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import { notTaken } from '../confirmTransaction.js'
import { followTransaction } from '../followTransaction.js'
import { checkedAddress, nativeAmount } from '../readBalance.js'
import { type Chain, createChain } from '../send/chain.js'
import { checkRemainder } from '../send/checkRemainder.js'
import { priorityFee } from '../send/price.js'
import { priceSend, type Quote } from '../send/quote.js'
import { signingVersion } from '../send/signingVersion.js'
import { submitSend } from '../send/submitSend.js'
import { accessWallet } from '../walletAccess.js'
import { checkSize } from './checkSize.js'
import { noticesOf } from './noticesOf.js'
import { type Prediction, predictCalls } from './predictCalls.js'
import { readCalls } from './readCalls.js'

/** Any instructions, all in one transaction. */
export function createCalls(client: Client, log: LogService): Required<CallsCapability<SolanaCall>> {
  return {
    feeLevels: ['slow', 'normal', 'fast'],
    async support({ networkId, provider, from }) {
      networkOf(client.networks, networkId)
      signingVersion(accessWallet(provider, from))
      return { atomic: 'supported' }
    },
    prepare: (request) => prepare(client, log, request),
    follow: async (request) => toCalls(await followTransaction(client, request)),
  }
}

async function prepare(
  client: Client,
  log: LogService,
  request: CallsRequest<SolanaCall>,
): Promise<PreparedCalls> {
  const { from, feeLevel = 'normal', signal } = request
  const network = networkOf(client.networks, request.networkId)
  const payer = new PublicKey(checkedAddress(from.address))
  const instructions = readCalls(from.address, request.calls)
  const version = signingVersion(accessWallet(request.provider, from))
  checkSize(payer, instructions, version)
  const chain = createChain(client, network, signal)
  const written = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable))
  const watched = [...new Set([payer, ...written.map(({ pubkey }) => pubkey)].map((key) => key.toBase58()))]
  const [before, quote] = await Promise.all([
    chain.accounts(watched),
    priceSend({
      chain,
      payer,
      instructions,
      watched,
      feeLevel,
      version,
      refusalCode: 'EXECUTION_REVERTED',
    }),
  ])
  const prediction = await predict(chain, from.address, { watched, before, quote })
  if (prediction?.isTakenOver) throw takenOver()
  const spent = quote.fee - (prediction?.lamports ?? 0n)
  const empties = await checkRemainder(chain.rentMinimum, before[0], spent)
  const ask = (handingOver: () => void) =>
    submitSend({ client, network, request, instructions, quote, handingOver })
  return {
    fee: nativeAmount(network, quote.fee),
    ...(prediction ? shownChanges(network, from.address, prediction) : {}),
    notices: noticesOf(prediction, empties),
    atomic: true,
    steps: 1,
    ...submitSteps([ask], ([sent]) => toCalls(sent as SubmittedTransaction), log),
  }
}

interface Trial {
  readonly watched: readonly string[]
  readonly before: Awaited<ReturnType<Chain['accounts']>>
  readonly quote: Quote
}

/** @returns undefined when the node doesn't tell what the trial run did. */
async function predict(
  chain: Chain,
  from: string,
  { watched, before, quote }: Trial,
): Promise<Prediction | undefined> {
  const { after, fee, budget } = quote
  if (after.length !== watched.length) return undefined
  const accounts = watched.map((address, index) => ({
    address,
    before: before[index],
    after: after[index],
  }))
  return predictCalls(chain, from, accounts, fee - priorityFee(budget.price, budget.limit))
}

function shownChanges(
  network: SolanaNetwork,
  address: string,
  { lamports, changes, allowances }: Prediction,
): Pick<PreparedCalls, 'changes' | 'allowances'> {
  const coin = lamports === 0n ? [] : [{ address, amount: nativeAmount(network, lamports) }]
  return { changes: [...coin, ...changes], allowances }
}

const toCalls = (submitted: SubmittedTransaction) =>
  toSubmittedCalls(submitted, (decision) => decision !== notTaken)

/** Nothing of an account that a program owns can be sent by its key. */
function takenOver(): BaseError {
  return new BaseError('This would hand your whole account to a program. Nothing was sent.', {
    code: 'ACCOUNT_TAKEN_OVER',
    metaMessages: ['Expected the account to stay with the system program.'],
  })
}
