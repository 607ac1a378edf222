import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { nameNetwork } from '../../networkNames.js'
import type { Fact } from '../../screen.js'
import { handOver } from '../handOver.js'
import { type Client, clientOf } from '../node.js'
import type { AskedCalls } from '../readCalls.js'
import { feeFact, tokenOf } from '../sendTransaction.js'
import type { CallRecords } from '../sentCalls.js'
import type { EvmContext } from '../shapes.js'
import { type AccountCall, encodeCalls, readAccountCall } from '../smart/encodeCalls.js'
import { factsOfControl } from '../smart/factsOfControl.js'
import { previewOwnCall } from '../smart/previewOwnCall.js'
import { factsOfTrial, type Trial, tryCalls } from '../tryCalls.js'
import { feeLimitOf, type PreparedOwn, prepareOwn, signOwn } from './changeUpgrade.js'
import { nameUpgrade, type Upgrade, upgradeCode } from './readUpgrade.js'

export interface AtOnceContext extends EvmContext {
  readonly records: CallRecords
}

/** Whether the account carries out several calls at once, or does after an upgrade. */
export const canSendAtOnce = (upgrade: Upgrade): boolean =>
  upgrade.kind === 'own' || (upgrade.kind === 'none' && upgrade.isPossible)

/**
 * Several calls of the key's account as one transaction, of which all happen or none. Where the account has no code yet, the same
 * transaction upgrades it (EIP-7702): the person agrees to both at once.
 *
 * @throws FrameError 5750 when the person declines with the upgrade, 4001 when they decline without one
 */
export async function sendAtOnce(
  id: string,
  asked: AskedCalls,
  upgrade: Upgrade,
  context: AtOnceContext,
): Promise<void> {
  const client = clientOf(context)
  const calls = asked.calls.map(readAccountCall)
  const trial = await tryCalls(client, context.address, calls)
  if (trial?.doesFail) {
    throw new FrameError('rpc_error', 'This can’t be carried out: the network says that it would fail.', {
      rpcCode: -32000,
    })
  }
  const isUpgrade = upgrade.kind === 'none'
  // Also where the node says that the account has this code: it may say so of other code.
  const own = { data: encodeCalls(calls), code: upgradeCode.address }
  const prepared = await prepareOwn(client, own, context)
  await askAtOnce(client, calls, { prepared, trial, upgrade }, context).catch((error: unknown) => {
    if (!isUpgrade || !(error instanceof FrameError) || error.code !== 'user_rejected') throw error
    throw new FrameError('rpc_error', 'The upgrade of the account was declined.', {
      rpcCode: 5750,
      cause: error,
    })
  })
  const signed = await signOwn(prepared, context)
  const chainId = `0x${context.chainId.toString(16)}`
  // Before it leaves: calls that the node took are known also when its answer is lost. One transaction counts as one call.
  context.records.write({ id, chainId, count: 1, hashes: [signed.hash] })
  await handOver(client, signed).catch((error: unknown) => {
    context.records.remove(id)
    throw error
  })
}

interface Plan {
  readonly prepared: PreparedOwn
  readonly trial: Trial | undefined
  readonly upgrade: Upgrade
}

async function askAtOnce(
  client: Client,
  calls: readonly AccountCall[],
  { prepared, trial, upgrade }: Plan,
  context: AtOnceContext,
): Promise<void> {
  const { name: network, symbol } = nameNetwork(`eip155:${context.chainId}`)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const steps = calls.flatMap((call, index): readonly Fact[] => [
    { name: 'Step', value: `${index + 1} of ${calls.length}` },
    ...previewOwnCall(context.address, { ...call, symbol, token: tokens[index] }),
  ])
  await context.screen.ask(
    {
      view: 'approve',
      title: `Send ${calls.length} calls at once`,
      text: 'All of them happen, or none.',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        ...factsOfUpgrade(upgrade),
        ...factsOfControl(context.address, calls, trial),
        ...steps,
        ...factsOfTrial(trial, symbol),
        { name: 'Network', value: network },
        feeFact(feeLimitOf(prepared), symbol),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: upgrade.kind === 'none' ? 'Upgrade and send' : 'Send',
      refuse: 'Decline',
    },
    context.signal,
  )
}

/** What the authorization does that is signed with the calls. Told always: a node may say that the account has the code. */
function factsOfUpgrade(upgrade: Upgrade): readonly Fact[] {
  const code = nameUpgrade({ kind: 'own', address: upgradeCode.address })
  const first = { name: 'First', value: 'Your account is upgraded on this network', isWarning: true }
  return [
    ...(upgrade.kind === 'none' ? [first] : []),
    {
      name: 'After this',
      value: `Your account runs ${code} on this network. You can undo that.`,
      isWarning: true,
    },
  ]
}
