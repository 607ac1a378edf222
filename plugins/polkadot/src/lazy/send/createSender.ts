import { submitOnce } from '@latchkey/kernel/chain'
import type { PreparedSend, SendCapability, SendNotice, SendRequest } from '@latchkey/kernel/contracts'
import type { PolkadotNetwork, PolkadotNetworks } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import { decodeSs58 } from '../../ss58.js'
import { followExtrinsic } from '../chain/followExtrinsic.js'
import type { Chains } from '../chain/chains.js'
import { nativeAmount } from '../chain/readBalance.js'
import { checkedAddress, transferable } from '../chain/readAccount.js'
import { accessWallet } from '../walletAccess.js'
import {
  amountInvalid,
  amountTooSmall,
  depositNeeded,
  formatAmount,
  insufficientFunds,
  tokenUnsupported,
} from './faults.js'
import { type Quote, quoteTransfer, transferOf, type TransferTerms } from './quote.js'
import { submitCall } from './submitCall.js'

/** A sender that takes up what an earlier page sent. */
export type FollowingSender = SendCapability & Required<Pick<SendCapability, 'follow'>>

/** Sends the native coin, always so that the sender's account stays open. */
export function createSender(networks: PolkadotNetworks, chains: Chains): FollowingSender {
  const start = ({ networkId, from, token, provider }: Omit<SendRequest, 'amount' | 'to'>) => {
    const network = networkOf(networks, networkId)
    if (token) throw tokenUnsupported(network)
    accessWallet(provider, from).require('signPayload', 'signTransactions')
    return { network, sender: checkedAddress(network, from.address) }
  }
  return {
    tokens: false,
    follow: async (request) => followExtrinsic(chains, networkOf(networks, request.networkId), request),
    async prepare(request) {
      if (request.amount <= 0n) throw amountInvalid()
      const { network, sender } = start(request)
      const { amount, everything = false } = request
      const asked = { from: sender, to: checkedAddress(network, request.to), amount, everything }
      const quote = await chains.read(network, request.signal, (api) => quoteTransfer(api, network, asked))
      const transfer = everything ? { ...asked, amount: allBut(quote) } : asked
      checkFunds(network, networks, quote, transfer.amount, transfer.to === sender)
      const send = prepared({ chains, network, request, quote, transfer })
      return everything ? { ...send, amount: nativeAmount(network, transfer.amount) } : send
    },
    async maximum(request) {
      const { network, sender } = start(request)
      // Without a receiver yet, the sender's own account stands in: the price of a transfer is the same.
      const to = decodeSs58(request.to) ? checkedAddress(network, request.to) : sender
      const {
        sender: account,
        deposit,
        fee,
      } = await chains.read(network, request.signal, async (api) => {
        const first = await quoteTransfer(api, network, { from: sender, to, amount: 1n })
        // The fee counts bytes, and a larger amount has more of them.
        return quoteTransfer(api, network, { from: sender, to, amount: first.sender.free || 1n })
      })
      // Fees move with the use of the network: a tenth more, for the time a person takes.
      const most = transferable(account, deposit) - fee - fee / 10n
      return nativeAmount(network, most > 0n ? most : 0n)
    },
  }
}

/** @throws BaseError when the network would refuse the transfer. */
function checkFunds(
  network: PolkadotNetwork,
  networks: PolkadotNetworks,
  { sender, receiver, deposit, fee }: Quote,
  amount: bigint,
  toSelf: boolean,
): void {
  const available = transferable(sender, deposit)
  const needed = amount + fee
  if (available < needed) {
    // Enough if the account could be closed: what is missing is the deposit.
    const all = transferable(sender, 0n)
    if (all >= needed) throw depositNeeded(network, deposit, available)
    throw insufficientFunds(network, networks, { needed, available, frozen: sender.frozen })
  }
  if (!toSelf && receiver.free + amount < deposit) throw amountTooSmall(network, deposit)
}

/** What is left to send once fee and deposit are taken off. */
function allBut({ sender, deposit, fee }: Quote): bigint {
  const most = transferable(sender, deposit) - fee
  return most > 0n ? most : 0n
}

interface Transfer extends TransferTerms {
  readonly from: string
}

interface PreparedOptions {
  readonly chains: Chains
  readonly network: PolkadotNetwork
  readonly request: SendRequest
  readonly quote: Quote
  readonly transfer: Transfer
}

function prepared({ chains, network, request, quote, transfer }: PreparedOptions): PreparedSend {
  const { from, to, amount } = transfer
  const planck = (value: bigint) => nativeAmount(network, value)
  const { provider, signal } = request
  const control = submitOnce((handingOver) =>
    submitCall({
      chains,
      network,
      account: { ...request.from, address: from },
      provider,
      signal,
      extrinsicOf: (api) => transferOf(api, network, transfer),
      handingOver,
    }),
  )
  return {
    fee: planck(quote.fee),
    changes: [
      { address: from, amount: planck(-(amount + quote.fee)) },
      { address: to, amount: planck(amount) },
    ],
    notices: noticesOf(network, request.to, quote, transfer),
    ...control,
  }
}

/** What a person should know before the wallet opens. */
function noticesOf(
  network: PolkadotNetwork,
  entered: string,
  { receiver, deposit }: Quote,
  { from, to }: Transfer,
): SendNotice[] {
  const notices: SendNotice[] = []
  const add = (
    code: string,
    message: string,
    severity: SendNotice['severity'] = 'info',
    parameters: NonNullable<SendNotice['parameters']> = {},
  ) => notices.push({ code, message, severity, parameters })
  if (from === to) add('RECEIVER_IS_SENDER', 'You are sending to your own account.', 'warning')
  else if (receiver.free + receiver.reserved === 0n) {
    add('RECEIVER_NEW', 'This address holds nothing on this network yet.')
  }
  if (decodeSs58(entered)?.prefix !== network.ss58Prefix) {
    add(
      'RECEIVER_OTHER_PREFIX',
      `This address is written for another network. On ${network.name} the same account is ${to}. Make sure that its owner uses this network.`,
      'warning',
      { network: network.name, address: to },
    )
  }
  if (network.assetHub) {
    add(
      'RELAY_CHAIN',
      `${network.nativeCurrency.symbol} is mostly kept on the Asset Hub. Make sure that the receiver expects it on ${network.name}.`,
      'warning',
      { coin: network.nativeCurrency.symbol, network: network.name },
    )
  }
  add(
    'EXISTENTIAL_DEPOSIT_KEPT',
    `At least ${formatAmount(network, deposit)} stays in your account to keep it open.`,
    'info',
    { amount: nativeAmount(network, deposit) },
  )
  return notices
}
