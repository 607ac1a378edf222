import { truncateAddress } from '@latchkey/kernel/contracts'
import { type Multiplier, shownAmount, shownOf } from '@latchkey/kernel/chain'
import type {
  AllowancesAnswer,
  AllowancesCapability,
  AllowancesRequest,
  HistoryGap,
  StandingAllowance,
} from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import { type Address, encodeFunctionData, erc20Abi, zeroAddress } from 'viem'
import { toChecksumAddress } from '../../address.js'
import type { EvmCall } from '../../calls.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { limited } from '../calls/limited.js'
import { type Ask, createAsk } from '../history/createAsk.js'
import { headerSchema } from '../history/rpcSchemas.js'
import { createTokenFacts, type TokenFacts } from '../history/tokenFacts.js'
import { readMultiplier } from '../multiplier.js'
import { runOnNode } from '../runOnNode.js'
import type { CheckedApprovals } from './checkApprovals.js'
import { checkKnownFirst } from './checkKnownFirst.js'
import { type Approval, approvalOf, findApprovals, keyOf, permit2 } from './findApprovals.js'
import { inGroups } from './inGroups.js'
import { collectionAbi, permit2Abi, readStanding, type Standing } from './readStanding.js'

/** What others may move out of an account: found by logs, and each read on the chain before it is told. */
export function createAllowances(tools: CapabilityTools): AllowancesCapability {
  return {
    read: (request) => runOnNode(tools, request, (client) => read(client, request)),
  }
}

async function read(
  client: EvmClient,
  { networkId, address, ids, tokens = [], signal }: AllowancesRequest,
): Promise<AllowancesAnswer> {
  const owner = toChecksumAddress(address)
  if (owner === undefined) {
    throw new BaseError('This is not an address of this network.', { code: 'ADDRESS_INVALID' })
  }
  const ask = createAsk(client, signal)
  const latest = await ask('eth_getBlockByNumber', ['latest', false], headerSchema)
  if (ids) {
    const named = ids.slice(0, mostNamed).flatMap((id) => approvalOf(id) ?? [])
    const { standing, unread } = await readStanding(client, owner, named, latest?.timestamp)
    const isCut = named.length < ids.length
    return answerOf({ standing, unread, isCut }, await readAllFacts(ask, client, networkId, standing))
  }
  const check = checkKnownFirst((approvals) => {
    signal?.throwIfAborted()
    return readStanding(client, owner, approvals, latest?.timestamp)
  }, tokens)
  const searched = await findApprovals(ask, owner, latest?.number ?? 0n, check.add)
  const checked = await check.finish()
  const answer = answerOf(checked, await readAllFacts(ask, client, networkId, checked.standing))
  return searched ? { ...answer, searched } : answer
}

/** Approvals that are asked for by name at once. */
const mostNamed = 100

function answerOf({ standing, unread, isCut }: CheckedApprovals, facts: Facts): AllowancesAnswer {
  const gaps: readonly (HistoryGap | false)[] = [
    isCut && tooMany,
    unread > 0 && unreadSome,
    [...facts.values()].includes(undefined) && unnamedSome,
  ]
  return {
    allowances: standing.map((one) => describe(one, facts)),
    gaps: gaps.filter((gap) => gap !== false),
  }
}

const tooMany: HistoryGap = {
  code: 'APPROVALS_LEFT_OUT',
  message: 'There are too many approvals to show. Some are missing.',
}
const unreadSome: HistoryGap = {
  code: 'APPROVALS_UNREAD',
  message: 'We couldn’t load some approvals. Try again later.',
}
const unnamedSome: HistoryGap = {
  code: 'APPROVAL_TOKENS_UNREAD',
  message: 'We couldn’t load the names of some tokens. They’re shown by their address.',
}

/** Without a value where no node could say anything about the contract. */
type Facts = ReadonlyMap<Address, ContractFacts | undefined>

interface ContractFacts extends TokenFacts {
  /** What people multiply its amounts by (ERC-8056). */
  readonly multiplier: Multiplier | undefined
}

/** Contracts that are asked about in one request. */
const groupSize = 5

/** A contract can break the request that it is asked in: those beside it are asked again, each for itself. */
async function readAllFacts(
  ask: Ask,
  client: EvmClient,
  networkId: AllowancesRequest['networkId'],
  standing: readonly Standing[],
): Promise<Facts> {
  const readFacts = createTokenFacts()
  const readGroup = (group: readonly Address[]) =>
    Promise.all(
      group.map((contract) =>
        Promise.all([readFacts(ask, networkId, contract), readMultiplier(client, contract)]).then(
          ([facts, multiplier]) => [contract, { ...facts, multiplier }] as const,
          // Told as a gap, and the contract is shown by its address.
          () => [contract, undefined] as const,
        ),
      ),
    )
  const contracts = [...new Set(standing.map(({ approval }) => approval.contract))]
  const together = await inGroups(contracts, groupSize, readGroup)
  const missing = together.filter(([, facts]) => !facts).map(([contract]) => contract)
  return new Map([...together, ...(await inGroups(missing, 1, readGroup))])
}

/** What is shown as an amount has no more decimals. */
const mostDecimals = 77

function describe({ approval, amount, atRisk, expiresAt }: Standing, facts: Facts): StandingAllowance {
  const { kind, contract, spender } = approval
  const { symbol = '', name = '', decimals = 0, multiplier } = facts.get(contract) ?? {}
  const isCollectible = kind === 'collection' || kind === 'item'
  const isReadable = !isCollectible && decimals <= mostDecimals
  const token = {
    address: contract,
    symbol: symbol || name || truncateAddress(contract),
    decimals: isReadable ? decimals : 0,
    ...(name === '' ? {} : { name }),
  }
  const unit = { symbol: token.symbol, decimals: token.decimals }
  const scale = isCollectible ? undefined : multiplier
  const shown = (allowed: bigint) => {
    const most = limited(allowed)
    return most === 'unlimited' ? most : shownOf(most, scale)
  }
  return {
    id: keyOf(approval),
    token,
    spender,
    amount: shown(amount),
    ...(atRisk === undefined ? {} : { atRisk: shownAmount({ value: atRisk, ...unit }, scale) }),
    revoke: [revokeOf(approval)],
    ...(kind === 'item' ? { collectible: { id: approval.id.toString() } } : {}),
    ...(kind === 'collection' ? { collectible: {} } : {}),
    ...(kind === 'permit2' ? { keeper: { address: permit2, name: 'Permit2' } } : {}),
    // The largest number is a time that nobody sees.
    ...(expiresAt === undefined || expiresAt > 4_102_444_800 ? {} : { expiresAt: expiresAt * 1_000 }),
  }
}

function revokeOf(approval: Approval): EvmCall {
  const { kind, contract, spender } = approval
  switch (kind) {
    case 'token':
      return {
        to: contract,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 0n] }),
      }
    case 'collection':
      return {
        to: contract,
        data: encodeFunctionData({
          abi: collectionAbi,
          functionName: 'setApprovalForAll',
          args: [spender, false],
        }),
      }
    case 'item':
      return {
        to: contract,
        data: encodeFunctionData({
          abi: collectionAbi,
          functionName: 'approve',
          args: [zeroAddress, approval.id],
        }),
      }
    case 'permit2':
      return {
        to: permit2,
        data: encodeFunctionData({
          abi: permit2Abi,
          functionName: 'lockdown',
          args: [[{ token: contract, spender }]],
        }),
      }
  }
}
