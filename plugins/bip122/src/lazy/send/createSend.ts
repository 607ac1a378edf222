import type {
  Amount,
  Clock,
  FollowRequest,
  LogService,
  PreparedSend,
  SendCapability,
  SendDecision,
  SendNotice,
  SendRequest,
  SubmittedTransaction,
} from '@latchkey/kernel/plugin'
import { invalidAnswer } from '@latchkey/kernel/chain'
import { type AddressKind, parseAddress } from '../../address.js'
import { type BitcoinNetwork, type BitcoinNetworks, familyOf } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import type { BitcoinWallet } from '../../provider.js'
import type { UtxoSourceService } from '../../utxoSource.js'
import { addressInvalid } from '../addressErrors.js'
import { describe, toBase64 } from '../bytes.js'
import { checkSignedPsbt } from '../checkSignedPsbt.js'
import { finalisePsbt } from '../finalisePsbt.js'
import { type Handover, handOver } from '../handOver.js'
import { untilAborted } from '../untilAborted.js'
import { featureMissing } from '../walletErrors.js'
import { walletOf } from '../walletOf.js'
import { buildPayment } from './buildPayment.js'
import { checkTransfer } from './checkTransfer.js'
import { type PayingAccount, payingAccount } from './payingAccount.js'
import { noticesOf } from './notices.js'
import { type Selection, selectCoins } from './selectCoins.js'
import { sendError } from './sendErrors.js'
import { distinctCoins, usableCoins, sumOf } from './usableCoins.js'
import { waitForTransaction } from './waitForTransaction.js'

export interface SendTools {
  readonly networks: BitcoinNetworks
  readonly source: () => UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
}

/** Below this the network does not carry an output, in satoshis, at its default rate of 3 sat/vB. */
const dust: Readonly<Record<AddressKind, bigint>> = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}
/** There are not more satoshis. */
const supply = 2_100_000_000_000_000n
/** Satoshis per virtual byte; what is above is a mistake somewhere. */
const highestRate = 5_000

interface Plan {
  readonly request: Omit<SendRequest, 'amount'>
  readonly network: BitcoinNetwork
  readonly wallet: BitcoinWallet
  readonly account: PayingAccount
  readonly feeRate: number
  readonly coins: Awaited<ReturnType<UtxoSourceService['utxos']>>
}

type FollowingSender = SendCapability & Required<Pick<SendCapability, 'follow'>>

/** Sending of bitcoin: by the wallet's own transfer where it has one, else by a PSBT that is built here. */
export function createSend({ networks, source, clock, log }: SendTools): FollowingSender {
  async function plan(request: Omit<SendRequest, 'amount'>): Promise<Plan> {
    const { networkId, from, to, token, feeLevel = 'normal', provider, signal } = request
    const network = networkOf(networks, networkId)
    const wallet = walletOf(provider)
    if (token) throw sendError('TOKEN_UNSUPPORTED')
    if (!wallet.sendTransfer && !wallet.signPsbt) throw featureMissing(wallet.name, 'send')
    if (!parseAddress(to)?.families.includes(familyOf(network))) throw addressInvalid()
    const account = payingAccount(from, network)
    const [rates, listed] = await Promise.all([
      source().feeRates({ networkId, signal }),
      source().utxos({ networkId, address: account.address, signal }),
    ])
    const coins = distinctCoins(listed)
    const feeRate = rates[feeLevel]
    if (!(feeRate > 0 && feeRate <= highestRate))
      throw sendError('FEE_RATE_INVALID', `Rate: ${feeRate} sat/vB`)
    return { request, network, wallet, account, feeRate, coins }
  }

  /** Confirmed coins alone where they suffice: one that waits may never come. */
  function select({ request, network, account, feeRate, coins }: Plan, amount: bigint): Selection {
    const ask = (usable: Plan['coins']) =>
      selectCoins({ account, network, coins: usable, to: request.to, amount, feeRate })
    const selection = ask(coins.filter(({ confirmed }) => confirmed)) ?? ask(coins)
    if (selection) return selection
    const total = sumOf(coins)
    const { leftOut } = usableCoins(coins, account.kind)
    if (leftOut.length > 0 && total >= amount) {
      throw sendError('TOO_MANY_COINS', `Coins of the address: ${coins.length}, worth ${total} sat together.`)
    }
    throw sendError(
      'INSUFFICIENT_FUNDS',
      `Coins of the address: ${total} sat. Amount: ${amount} sat and the fee.`,
    )
  }

  async function submitTransfer(
    plan: Plan,
    amount: bigint,
    handingOver: () => void,
  ): Promise<SubmittedTransaction> {
    handingOver()
    const { request, network, wallet, feeRate } = plan
    const { networkId, from, to, signal } = request
    const question = { networkId, from: from.address, to, amount, feeRate: Math.ceil(feeRate) }
    const id = await untilAborted(signal, async () => wallet.sendTransfer?.(question))
    if (typeof id !== 'string' || !/^[0-9a-f]{64}$/i.test(id)) {
      throw invalidAnswer(wallet.name, 'sendTransfer', describe(id))
    }
    const transactionId = id.toLowerCase()
    const { inputs, isDifferent } = await checkTransfer({
      wallet: wallet.name,
      transactionId,
      to,
      amount,
      network,
      source: source(),
      log,
    })
    const sent = submitted(plan, transactionId, inputs)
    if (!isDifferent) return sent
    return { ...sent, wait: async (signal) => differentOf(wallet.name, await sent.wait(signal)) }
  }

  async function submitPsbt(
    plan: Plan,
    amount: bigint,
    selection: Selection,
    handingOver: () => void,
  ): Promise<SubmittedTransaction> {
    const { request, network, wallet, account } = plan
    const { networkId, to, signal } = request
    const psbt = await buildPayment({ account, network, to, amount, selection, source: source(), signal })
    const inputs = selection.coins.map((_, index) => ({ index, address: account.address }))
    const question = { networkId, psbt: toBase64(psbt.toBuffer()), inputs }
    handingOver()
    const answer = await untilAborted(signal, async () => wallet.signPsbt?.(question))
    // The same transaction as was built, with sound signatures: what is sent pays what was asked.
    const final = finalisePsbt(checkSignedPsbt(wallet.name, psbt, answer, inputs))
    const handover = { ...final, networkId, source: source(), log }
    const isTaken = await handOver(handover)
    return submitted(plan, final.transactionId, selection.coins, isTaken ? undefined : handover)
  }

  function submitted(
    { request: { networkId } }: Plan,
    id: string,
    inputs: readonly { readonly transactionId: string; readonly output: number }[],
    handover?: Handover,
  ): SubmittedTransaction {
    const [first] = inputs
    return {
      id,
      ...(first ? { trail: Promise.resolve(`${first.transactionId}:${first.output}`) } : {}),
      wait: (signal) =>
        waitForTransaction({
          networkId,
          transactionId: id,
          inputs,
          source: source(),
          clock,
          log,
          signal,
          handover,
        }),
    }
  }

  /** By the first coin it spends, which another payment may have taken. */
  async function follow({ networkId, id, trail = '' }: FollowRequest): Promise<SubmittedTransaction> {
    networkOf(networks, networkId)
    const transactionId = id.toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(transactionId)) throw sendError('TRANSACTION_ID_INVALID')
    const [, spent, output] = /^([0-9a-f]{64}):(\d{1,6})$/.exec(trail) ?? []
    // no money: the place of an output in its transaction
    const inputs = spent === undefined ? [] : [{ transactionId: spent, output: Number(output) }]
    const options = { networkId, transactionId, inputs, source: source(), clock, log }
    return { id, wait: (signal) => waitForTransaction({ ...options, signal }) }
  }

  return {
    tokens: false,
    follow,
    async prepare(request): Promise<PreparedSend> {
      const { to, amount } = request
      if (typeof amount !== 'bigint' || amount <= 0n || amount > supply) throw sendError('AMOUNT_INVALID')
      const planned = await plan(request)
      const { network, wallet, account } = planned
      const least = dust[parseAddress(to)?.kind ?? 'p2pkh']
      if (amount < least) throw sendError('AMOUNT_BELOW_DUST', `Least amount for this address: ${least} sat.`)
      const selection = select(planned, amount)
      const satoshis = (value: bigint): Amount => amountOf(network, value)
      const notices: readonly SendNotice[] = noticesOf({ wallet, account, network, amount, selection })
      let running: Promise<SubmittedTransaction> | undefined
      let isHandedOver = false
      const handingOver = () => {
        isHandedOver = true
      }
      return {
        fee: satoshis(selection.fee),
        changes: [
          { address: account.address, amount: satoshis(-(amount + selection.fee)) },
          { address: to, amount: satoshis(amount) },
        ],
        notices,
        submit() {
          // Pressing twice pays once; after a refusal it can be tried again.
          running ??= (
            wallet.sendTransfer
              ? submitTransfer(planned, amount, handingOver)
              : submitPsbt(planned, amount, selection, handingOver)
          ).catch((error: unknown) => {
            running = undefined
            throw error
          })
          return running
        },
        isHandedOver: () => isHandedOver,
      }
    },
    async maximum(request) {
      const planned = await plan(request)
      const { network, account, feeRate, coins } = planned
      const selection = selectCoins({ account, network, coins, to: request.to, amount: 'all', feeRate })
      return amountOf(network, selection?.change ?? 0n)
    },
  }
}

/** What the wallet has sent by itself is gone, whatever was asked: it is followed and told. */
function differentOf(wallet: string, { status, reason, code, parameters }: SendDecision): SendDecision {
  const different = { status: 'failed', outcome: 'different' } as const
  if (status === 'failed' && reason !== undefined) {
    return { ...different, reason, ...(code ? { code } : {}), ...(parameters ? { parameters } : {}) }
  }
  return status === 'failed'
    ? {
        ...different,
        code: 'TRANSACTION_OTHER_REFUSED',
        parameters: { wallet },
        reason: `${wallet} has sent something else, and the network did not take it.`,
      }
    : {
        ...different,
        code: 'TRANSACTION_OTHER',
        parameters: { wallet },
        reason: `${wallet} has sent a payment that is not the one you asked for. Look at it in the wallet before you send again.`,
      }
}

function amountOf({ nativeCurrency: { symbol, decimals } }: BitcoinNetwork, value: bigint): Amount {
  return { value, symbol, decimals }
}
