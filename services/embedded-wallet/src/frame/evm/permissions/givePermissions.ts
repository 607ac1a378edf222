import {
  caveatsOf,
  type Delegation,
  delegationTypedData,
  encodeContext,
  readPermissionNonce,
  type SignedDelegation,
  readTerms,
  type Terms,
} from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { bytesToBigInt, erc20Abi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nameNetwork } from '../../networkNames.js'
import { invalidParams } from '../../readParams.js'
import { askedBy, type Fact, networkFact } from '../../facts.js'
import { type Client, clientOf, nodeError } from '../node.js'
import { readTokenWords } from '../sendTransaction.js'
import type { SmartContext } from '../smart/performCalls.js'
import { hasCode } from '../smart/planOperation.js'
import { answerGiven, type GivenAnswer } from './answerGiven.js'
import { describePermission } from './describePermission.js'
import type { PermissionRecords } from './permissionRecords.js'
import { readPermissions } from './readPermissions.js'
import { requireContracts } from './requireContracts.js'
import { say } from '../../../words/say.js'

export interface PermissionsContext extends SmartContext {
  readonly permissions: PermissionRecords
}

/**
 * `wallet_requestExecutionPermissions` (ERC-7715) and its earlier name `wallet_grantPermissions`. The person sees the terms of
 * each permission, read from the limits that are signed.
 *
 * @throws FrameError
 */
export async function givePermissions(
  params: unknown,
  context: PermissionsContext,
): Promise<readonly GivenAnswer[]> {
  const { address, chainId, smart } = context
  const client = clientOf(context)
  const clocks = await readClocks(client)
  const asked = readPermissions(params, { address, chainId, ...clocks })
  await requireContracts(client, chainId)
  const nonce = await readPermissionNonce(client, address).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  const delegations = asked.map((terms) => delegationOf({ ...terms, nonce }, address))
  const facts = await Promise.all(
    delegations.map((one) => factsOf(client, one, { ...context, now: clocks.begun })),
  )
  const count = delegations.length
  const { host } = new URL(context.appOrigin)
  await context.screen.ask(
    {
      view: 'approve',
      title: count === 1 ? say`Give a permission` : say`Give ${count} permissions`,
      text: say`${host} wants to act for you within these limits, without asking you again. You can end it at any time.`,
      facts: [
        askedBy(context),
        ...facts.flatMap((own, index): readonly Fact[] => [
          ...(count === 1 ? [] : [{ name: say`Permission`, value: say`${index + 1} of ${count}` }]),
          ...own,
        ]),
        ...factsOfNonce(nonce),
        { name: say`Account`, value: say`Smart account ${address}` },
        networkFact(`eip155:${chainId}`, context.app),
      ],
      raw: JSON.stringify(
        delegations.map((one) => ({ ...one, salt: String(one.salt) })),
        null,
        2,
      ),
      accept: say`Give permission`,
      refuse: say`Decline`,
    },
    context.signal,
  )
  const owner = privateKeyToAccount(await context.key())
  const signed: readonly SignedDelegation[] = await Promise.all(
    delegations.map(async (one) => ({
      ...one,
      signature: await owner.signTypedData(delegationTypedData(one, chainId)),
    })),
  )
  const isDeployed = await hasCode(client, address).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  context.permissions.add(signed.map((one) => ({ context: encodeContext(one), chainId })))
  return signed.map((one) => answerGiven(one, { chainId, account: smart.account, isDeployed }))
}

/** Seconds since 1970, by this device and by the network. */
async function readClocks(client: Client): Promise<{ readonly now: number; readonly begun: number }> {
  const { timestamp } = await client.getBlock().catch((cause: unknown) => {
    throw nodeError(cause)
  })
  const both = [Math.floor(Date.now() / 1000), Number(timestamp)]
  return { now: Math.max(...both), begun: Math.max(1, Math.min(...both)) }
}

/** The app names the node. With a count that's too high, the permission would become valid when the person ends all others. */
const factsOfNonce = (nonce: bigint): readonly Fact[] =>
  nonce === 0n
    ? []
    : [
        {
          name: say`Times you’ve ended all permissions`,
          value: say`${nonce}, according to the network. Decline if you did it fewer times.`,
          isWarning: true,
        },
      ]

const delegationOf = (terms: Terms, delegator: Hex): Delegation => ({
  delegate: terms.holder,
  delegator,
  caveats: caveatsOf(terms),
  salt: bytesToBigInt(crypto.getRandomValues(new Uint8Array(32))),
})

/** What a delegation allows, read back from what is going to be signed. */
async function factsOf(
  client: Client,
  delegation: Delegation,
  { address, app, chainId, now }: PermissionsContext & { readonly now: number },
): Promise<readonly Fact[]> {
  const terms = readTerms(delegation)
  if (!terms) throw new FrameError('failed', 'Contracts can’t enforce the limits of this permission.')
  const { symbol: coin } = nameNetwork(`eip155:${chainId}`, app)
  const { allowance } = terms
  const contract =
    'token' in allowance ? allowance.token : 'target' in allowance ? allowance.target : undefined
  if (contract && !(await hasCode(client, contract))) {
    throw invalidParams(`There’s no contract at ${contract} on this network.`)
  }
  if (!('token' in allowance)) {
    const balance = await client.getBalance({ address }).catch(() => undefined)
    return describePermission(terms, { coin, now, balance })
  }
  const [token, balance] = await Promise.all([
    readTokenWords(client, allowance.token),
    client
      .readContract({ address: allowance.token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
      .catch(() => undefined),
  ])
  return describePermission(terms, { coin, now, token, balance })
}
