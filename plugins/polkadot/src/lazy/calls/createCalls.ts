import { submitSteps, toSubmittedCalls } from '@latchkey/kernel/chain'
import type {
  CallsCapability,
  CallsRequest,
  PreparedCalls,
  SubmittedTransaction,
} from '@latchkey/kernel/contracts'
import type { LogService } from '@latchkey/kernel/plugin'
import type { PolkadotCall } from '../../calls.js'
import type { PolkadotNetwork, PolkadotNetworks } from '../../networks.js'
import type { Chains } from '../chain/chains.js'
import { followExtrinsic } from '../chain/followExtrinsic.js'
import { provesMetadata } from '../chain/hashMetadata.js'
import {
  type ChainAccount,
  checkedAddress,
  existentialDeposit,
  readAccount,
  transferable,
} from '../chain/readAccount.js'
import { nativeAmount } from '../chain/readBalance.js'
import { isInBlock } from '../chain/submitExtrinsic.js'
import { networkOf } from '../networkOf.js'
import { insufficientFunds } from '../send/faults.js'
import { submitCall } from '../send/submitCall.js'
import { accessWallet } from '../walletAccess.js'
import { encodeCalls, extrinsicOf } from './encodeCalls.js'
import { noticesOf } from './noticesOf.js'
import { type Prediction, predictCalls } from './predictCalls.js'

export type FollowingCalls = CallsCapability<PolkadotCall> &
  Required<Pick<CallsCapability<PolkadotCall>, 'follow'>>

/** Any calls of the runtime, all in one extrinsic. */
export function createCalls(networks: PolkadotNetworks, chains: Chains, log: LogService): FollowingCalls {
  return {
    async support({ networkId, from, provider, signal }) {
      const network = networkOf(networks, networkId)
      accessWallet(provider, from).require('signPayload', 'signTransactions')
      const batches = await chains.read(network, signal, async (api) => api.tx['utility']?.['batchAll'])
      return { atomic: batches === undefined ? 'unsupported' : 'supported' }
    },
    prepare: (request) => prepare(networks, chains, log, request),
    follow: async (request) =>
      toCalls(followExtrinsic(chains, networkOf(networks, request.networkId), request)),
  }
}

async function prepare(
  networks: PolkadotNetworks,
  chains: Chains,
  log: LogService,
  request: CallsRequest<PolkadotCall>,
): Promise<PreparedCalls> {
  const { provider, signal } = request
  const network = networkOf(networks, request.networkId)
  accessWallet(provider, request.from).require('signPayload', 'signTransactions')
  const address = checkedAddress(network, request.from.address)
  const { encoded, fee, prediction, isProven } = await chains.read(network, signal, async (api) => {
    const encoded = encodeCalls(api, network, request.calls)
    const [account, info, prediction] = await Promise.all([
      readAccount(api, network, address),
      extrinsicOf(api, network, encoded).paymentInfo(address),
      predictCalls(api, network, { address, call: encoded.call, log }),
    ])
    const fee = BigInt(info.partialFee.toString())
    checkFunds(network, networks, { account, deposit: existentialDeposit(api, network), fee, prediction })
    return { encoded, fee, prediction, isProven: encoded.isGiven || provesMetadata(api, network) }
  })
  const ask = (handingOver: () => void) =>
    submitCall({
      chains,
      network,
      account: { ...request.from, address },
      provider,
      signal,
      extrinsicOf: (api) => extrinsicOf(api, network, encoded),
      handingOver,
    })
  return {
    fee: nativeAmount(network, fee),
    ...(prediction ? { changes: prediction.changes, allowances: prediction.allowances } : {}),
    notices: noticesOf(network, prediction, isProven),
    atomic: true,
    steps: 1,
    ...submitSteps([ask], ([sent]) => toCalls(sent as SubmittedTransaction), log),
  }
}

interface Funds {
  readonly account: ChainAccount
  readonly deposit: bigint
  readonly fee: bigint
  readonly prediction: Prediction | undefined
}

/** The trial run charges no fee: what the calls take must leave enough for it. */
function checkFunds(
  network: PolkadotNetwork,
  networks: PolkadotNetworks,
  { account, deposit, fee, prediction }: Funds,
): void {
  const native = prediction?.native ?? 0n
  const needed = fee + (native < 0n ? -native : 0n)
  const available = transferable(account, deposit)
  // A call may close the account on purpose; the fee alone never does.
  const isEnough = native < 0n ? account.free >= needed : available >= needed
  if (!isEnough) throw insufficientFunds(network, networks, { needed, available, frozen: account.frozen })
}

const toCalls = (submitted: SubmittedTransaction) => toSubmittedCalls(submitted, isInBlock)
