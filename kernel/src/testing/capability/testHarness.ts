import { Allowances } from '../../contracts/capabilities/allowances.js'
import { Balance } from '../../contracts/capabilities/balance.js'
import { Calls } from '../../contracts/capabilities/calls.js'
import { CollectibleTransfers } from '../../contracts/capabilities/collectibleTransfers.js'
import { History } from '../../contracts/capabilities/history.js'
import { Identities } from '../../contracts/capabilities/identity.js'
import { OwnedCollectibles } from '../../contracts/capabilities/ownedCollectibles.js'
import { PaymentRequest } from '../../contracts/capabilities/paymentRequest.js'
import { Replace } from '../../contracts/capabilities/replace.js'
import { RequestNetwork } from '../../contracts/capabilities/requestNetwork.js'
import { Send } from '../../contracts/capabilities/send.js'
import { SignIn } from '../../contracts/capabilities/signIn.js'
import { SignMessage } from '../../contracts/capabilities/signMessage.js'
import { SignTransaction } from '../../contracts/capabilities/signTransaction.js'
import { TokenFacts } from '../../contracts/capabilities/tokenFacts.js'
import type { CapabilitySuiteOptions } from '../capabilitySuite.js'
import { checkHarness, type HarnessNeed } from '../harnessGaps.js'
import type { CapabilityHarness, CapabilityInputs } from './capabilityHarness.js'
import type { CapabilityTests } from './runCapability.js'

/** Names the parts of a harness by which a test steers and watches the wallet and the chain, and the inputs that it asks with. */
export type CapabilityHarnessMember =
  | Exclude<keyof CapabilityHarness, 'namespace' | 'networkId' | 'account' | 'provider' | 'inputs' | 'stop'>
  | `inputs.${keyof CapabilityInputs}`

/** The token of a capability that a namespace carries, whatever its form. */
interface Carried {
  readonly id: string
}

interface CapabilityNeed extends HarnessNeed<CapabilityHarnessMember> {
  /** The capabilities that are asked with it. Absent: whatever the namespace carries. */
  readonly of?: readonly Carried[]
}

const signing: readonly Carried[] = [SignMessage, SignIn, SignTransaction]
const sending: readonly Carried[] = [Send, Calls, CollectibleTransfers, Replace]

const needs: readonly CapabilityNeed[] = [
  { member: 'prompts', unseen: 'the wallet is opened unbidden, or twice' },
  {
    member: 'reject',
    unseen: 'a person who declines is believed',
    of: [...signing, ...sending, RequestNetwork],
  },
  {
    member: 'hang',
    unseen: 'a wallet that doesn’t answer is asked again',
    of: [Send, CollectibleTransfers],
  },
  {
    member: 'throws',
    unseen: 'whatever the wallet throws is told in a coded error',
    of: [...signing, Send, CollectibleTransfers],
  },
  {
    member: 'answers',
    unseen: 'rubbish is taken for a signature',
    of: [...signing, Send, CollectibleTransfers],
  },
  {
    member: 'paysAnother',
    unseen: 'a wallet’s other payment is taken for the one that was asked for',
    of: [Send],
  },
  { member: 'decide', unseen: 'what the chain decided is told, and not before', of: sending },
  { member: 'expire', unseen: 'what the chain can no longer take is told as confirmed', of: [Send] },
  {
    member: 'balanceOf',
    unseen: 'balances are the chain’s, and the receiver gets what was asked for',
    of: [Balance, Send],
  },
  { member: 'nodeHangs', unseen: 'an abort ends the wait for a node', of: [Balance, Send] },
  {
    member: 'nodeFails',
    unseen: 'a failure of the node is told',
    of: [Balance, Send, History, Allowances, OwnedCollectibles],
  },
  { member: 'nodeRefuses', unseen: 'a transaction that the node refuses is told as sent', of: [Send] },
  { member: 'verify', unseen: 'a signature is the account’s', of: [SignMessage, SignIn] },
  { member: 'verifyTransaction', unseen: 'a transaction is signed by the account', of: [SignTransaction] },
  { member: 'inputs.receiver', unseen: 'a payment works', of: [Send, CollectibleTransfers, PaymentRequest] },
  { member: 'inputs.amount', unseen: 'a payment works', of: [Send] },
  { member: 'inputs.calls', unseen: 'calls work', of: [Calls] },
  { member: 'inputs.invalidCall', unseen: 'what is no call is refused', of: [Calls] },
  { member: 'inputs.token', unseen: 'a token is read', of: [TokenFacts] },
  { member: 'inputs.noToken', unseen: 'an address without a token is told', of: [TokenFacts] },
  { member: 'inputs.name', unseen: 'a name leads to its address', of: [Identities] },
  { member: 'inputs.transaction', unseen: 'a transaction can be signed', of: [SignTransaction] },
  { member: 'inputs.noTransaction', unseen: 'a transaction that nobody knows is told', of: [Replace] },
  { member: 'inputs.collectible', unseen: 'a collectible can be sent', of: [CollectibleTransfers] },
]

/** Every part that a harness may lack. */
export const capabilityMembers = needs.map(({ member }) => member)

/** Checks that what the other tests need is there, so that none is left out unsaid. */
export function testHarness({ test }: CapabilityTests, { lacks = [] }: CapabilitySuiteOptions): void {
  test('harness', 'the harness can do what the other tests need', async ({ harness }) => {
    const carried = new Set(harness.namespace.capabilities.map(({ token }) => token.id))
    const asked = needs.filter(({ of }) => !of || of.some(({ id }) => carried.has(id)))
    checkHarness(asked, (member) => has(harness, member), lacks)
  })
}

function has(harness: CapabilityHarness, member: CapabilityHarnessMember): boolean {
  const [name = '', input] = member.split('.')
  return Reflect.get(input === undefined ? harness : harness.inputs, input ?? name) !== undefined
}
