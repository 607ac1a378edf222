import { submitSteps, toSubmittedCalls } from '@latchkey/kernel/chain'
import type {
  CallsCapability,
  CallsRequest,
  LogService,
  PreparedCalls,
  SendNotice,
  SubmittedTransaction,
} from '@latchkey/kernel/plugin'
import type { PolkadotCall } from '../../calls.js'
import type { PolkadotNetworks } from '../../networks.js'
import type { Chains } from '../chain/chains.js'
import { followExtrinsic } from '../chain/followExtrinsic.js'
import { provesMetadata } from '../chain/hashMetadata.js'
import { checkedAddress, existentialDeposit, readAccount, transferable } from '../chain/readAccount.js'
import { nativeAmount } from '../chain/readBalance.js'
import { isInBlock } from '../chain/submitExtrinsic.js'
import { networkOf } from '../networkOf.js'
import { insufficientFunds } from '../send/faults.js'
import { submitCall } from '../send/submitCall.js'
import { accessWallet } from '../walletAccess.js'
import { encodeCalls, extrinsicOf } from './encodeCalls.js'

export type FollowingCalls = CallsCapability<PolkadotCall> &
  Required<Pick<CallsCapability<PolkadotCall>, 'follow'>>

/** Any calls of the runtime, all in one extrinsic. */
export function createCalls(networks: PolkadotNetworks, chains: Chains, log: LogService): FollowingCalls {
  return {
    async support({ networkId, from, provider, signal }) {
      const network = networkOf(networks, networkId)
      accessWallet(provider, from).require('signPayload', 'sign transactions')
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
  accessWallet(provider, request.from).require('signPayload', 'sign transactions')
  const address = checkedAddress(network, request.from.address)
  const { encoded, fee, isProven } = await chains.read(network, signal, async (api) => {
    const encoded = encodeCalls(api, network, request.calls)
    const [account, info] = await Promise.all([
      readAccount(api, network, address),
      extrinsicOf(api, network, encoded).paymentInfo(address),
    ])
    const fee = BigInt(info.partialFee.toString())
    const available = transferable(account, existentialDeposit(api, network))
    if (available < fee) {
      throw insufficientFunds(network, networks, { needed: fee, available, frozen: account.frozen })
    }
    return { encoded, fee, isProven: encoded.isGiven || provesMetadata(api, network) }
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
    notices: noticesOf(isProven),
    atomic: true,
    steps: 1,
    ...submitSteps([ask], ([sent]) => toCalls(sent as SubmittedTransaction), log),
  }
}

function noticesOf(isProven: boolean): readonly SendNotice[] {
  const notSimulated = {
    code: 'NOT_SIMULATED',
    message: 'This network can’t show in advance what will change.',
    severity: 'warning',
  } as const
  if (isProven) return [notSimulated]
  const message =
    'This network can’t prove that what you sign is what this app asks for. Check the details in your wallet.'
  return [notSimulated, { code: 'CALLS_UNPROVEN', message, severity: 'warning' }]
}

const toCalls = (submitted: SubmittedTransaction) => toSubmittedCalls(submitted, isInBlock)
