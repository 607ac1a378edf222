import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { askWithFee, type FeeLimit, feeFacts } from '../../askWithFee.js'
import { nameNetwork } from '../../networkNames.js'
import { askedBy, type Fact, networkFact } from '../../facts.js'
import { handOver } from '../handOver.js'
import { type Client, clientOf } from '../node.js'
import type { AskedCalls } from '../readCalls.js'
import { amountOf, tokenOf } from '../sendTransaction.js'
import type { CallRecords } from '../sentCalls.js'
import type { EvmContext } from '../shapes.js'
import { type AccountCall, encodeCalls, readAccountCall } from '../smart/encodeCalls.js'
import { factsOfControl } from '../smart/factsOfControl.js'
import { previewOwnCall } from '../smart/previewOwnCall.js'
import { factsOfTrial, type Trial, tryCalls } from '../tryCalls.js'
import { feeLimitOf, type PreparedOwn, prepareOwn, signOwn } from './changeUpgrade.js'
import { nameUpgrade, type Upgrade, upgradeCode } from './readUpgrade.js'
import { say } from '../../../words/say.js'

export interface AtOnceContext extends EvmContext {
  readonly records: CallRecords
}

/** Whether the account carries out several calls at once, or does after an upgrade. */
export const canSendAtOnce = (upgrade: Upgrade): boolean =>
  upgrade.kind === 'own' || (upgrade.kind === 'none' && upgrade.isPossible)

/**
 * Sends several calls of the key's account as one transaction: all of them happen, or none. If the account has no code yet, the same
 * transaction upgrades it (EIP-7702), and the person approves both at once.
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
    throw new FrameError('rpc_error', 'This would fail, according to the network. Nothing was sent.', {
      rpcCode: -32000,
    })
  }
  const isUpgrade = upgrade.kind === 'none'
  // Even if the node says that the account has this code: it could be other code.
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
  // Stored before it's sent, so that the calls are known when the node's answer is lost. One transaction counts as one call.
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
  const { symbol } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const steps = calls.flatMap((call, index): readonly Fact[] => [
    { name: say`Step`, value: say`${index + 1} of ${calls.length}` },
    ...previewOwnCall(context.address, { ...call, symbol, token: tokens[index] }),
  ])
  const fee: FeeLimit = { value: feeLimitOf(prepared), symbol, ...amountOf(calls) }
  await askWithFee(
    context,
    {
      view: 'approve',
      title: say`Send ${calls.length} calls at once`,
      text: say`All of them happen, or none.`,
      facts: [
        askedBy(context),
        ...factsOfUpgrade(upgrade),
        ...factsOfControl(context.address, calls, trial),
        ...factsOfTrial(trial, symbol),
        ...feeFacts(fee),
        ...steps,
        networkFact(`eip155:${context.chainId}`, context.app),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: upgrade.kind === 'none' ? say`Upgrade and send` : say`Send`,
      refuse: say`Decline`,
    },
    fee,
  )
}

/** What the authorization does that is signed with the calls. Always shown, because a node could claim that the account has the code. */
function factsOfUpgrade(upgrade: Upgrade): readonly Fact[] {
  const code = nameUpgrade({ kind: 'own', address: upgradeCode.address })
  const first = { name: say`First`, value: say`Your account is upgraded on this network`, isWarning: true }
  return [
    ...(upgrade.kind === 'none' ? [first] : []),
    {
      name: say`After this`,
      value: say`Your account runs ${code} on this network. You can undo that.`,
      isWarning: true,
    },
  ]
}
