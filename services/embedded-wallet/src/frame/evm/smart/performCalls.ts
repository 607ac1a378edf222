import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { nameNetwork } from '../../networkNames.js'
import { previewCall } from '../../previewEvm.js'
import type { Fact } from '../../screen.js'
import { type Client, clientOf } from '../node.js'
import { feeFact, tokenOf } from '../sendTransaction.js'
import type { EvmContext } from '../shapes.js'
import { factsOfTrial } from '../tryCalls.js'
import type { AccountCall } from './encodeCalls.js'
import { factsOfControl } from './factsOfControl.js'
import type { Outcome, SoughtOperation } from './findOutcome.js'
import { type PlannedOperation, planOperation } from './planOperation.js'
import { costLimit, hashOperation, type Operation, signOperation } from './signOperation.js'
import type { SmartTools } from './smartTools.js'
import { submitOperation } from './submitOperation.js'

export interface SmartContext extends EvmContext {
  readonly smart: SmartTools
}

/** An operation that the person agreed to, signed. */
export interface SignedOperation {
  readonly operation: Operation
  readonly sought: SoughtOperation
  /** Hands it over, and waits until the node shows it. */
  submit(options: { readonly signal: AbortSignal; onTaken?(): void }): Promise<Outcome>
}

/**
 * Makes one operation of the calls, shows the person what it does and the most that it can cost, and signs it. All of the calls
 * are carried out, or none.
 *
 * @throws FrameError
 */
export async function signCalls(
  calls: readonly AccountCall[],
  context: SmartContext,
): Promise<SignedOperation> {
  const { chainId, signal, smart } = context
  const client = clientOf(context)
  const { key: nonceKey, giveBack } = smart.nonceKeys.take()
  try {
    const planned = await planOperation(client, calls, { chainId, signal, smart, nonceKey })
    await askForOperation(client, calls, planned, context)
    const fromBlock = await client.getBlockNumber()
    const key = await context.key()
    requireOwner(key, smart.account.owner)
    const operation = await signOperation(planned.operation, chainId, key)
    const { sender, nonce } = operation
    const sought = { hash: hashOperation(operation, chainId), sender, nonce, fromBlock }
    return {
      operation,
      sought,
      submit: (options) =>
        submitOperation({
          client,
          bundlers: smart.bundlers,
          operation,
          sought,
          ...(smart.limits ? { limits: smart.limits } : {}),
          ...options,
        }).finally(giveBack),
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** @throws FrameError when what the frame keeps of the owner was changed */
function requireOwner(key: Hex, owner: Hex): void {
  if (privateKeyToAddress(key) !== owner) throw new FrameError('failed', 'The account has another owner.')
}

async function askForOperation(
  client: Client,
  calls: readonly AccountCall[],
  { operation, isDeployed, trial }: PlannedOperation,
  context: SmartContext,
): Promise<void> {
  const { name: network, symbol } = nameNetwork(`eip155:${context.chainId}`)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const isOne = calls.length === 1
  const steps = calls.flatMap((call, index): readonly Fact[] => [
    ...(isOne ? [] : [{ name: 'Step', value: `${index + 1} of ${calls.length}` }]),
    ...previewCall({ ...call, symbol, token: tokens[index] }),
  ])
  await context.screen.ask(
    {
      view: 'approve',
      title: isOne ? 'Send a transaction' : `Send ${calls.length} calls at once`,
      ...(isOne ? {} : { text: 'All of them happen, or none.' }),
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        ...factsOfControl(operation.sender, calls, trial),
        ...steps,
        ...factsOfTrial(trial, symbol),
        { name: 'From', value: `Smart account ${operation.sender}` },
        ...(isDeployed ? [] : [{ name: 'First', value: 'Your smart account is set up on this network' }]),
        { name: 'Network', value: network },
        feeFact(costLimit(operation), symbol),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: 'Send',
      refuse: 'Decline',
    },
    context.signal,
  )
}
