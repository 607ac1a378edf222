import { checkHarness, type HarnessNeed } from '../harnessGaps.js'
import type { ConnectorHarness } from './connectorHarness.js'
import type { ConnectorTests } from './runConnector.js'

/** Names the parts of a harness by which a test steers and watches the wallet. */
export type ConnectorHarnessMember = Exclude<keyof ConnectorHarness, 'connector' | 'stop'>

const always: readonly HarnessNeed<ConnectorHarnessMember>[] = [
  { member: 'prompts', unseen: 'the person is asked unbidden' },
  { member: 'listeners', unseen: 'listeners are left behind' },
  { member: 'reject', unseen: 'a person who declines is believed' },
  { member: 'hang', unseen: 'an abort ends the wait for a wallet that doesn’t answer' },
  { member: 'hold', unseen: 'an answer that comes too late is given back' },
  { member: 'fail', unseen: 'a failure of the wallet is told in a coded error' },
  { member: 'throws', unseen: 'whatever the wallet throws is told in a coded error' },
  { member: 'changeAccount', unseen: 'another account is reported' },
  { member: 'remove', unseen: 'a wallet that is gone is told to be missing' },
]

/** A wallet of one network can't leave it. */
const ofNetworks: readonly HarnessNeed<ConnectorHarnessMember>[] = [
  { member: 'network', unseen: 'the reported network is the wallet’s' },
  { member: 'changeNetwork', unseen: 'another network is reported' },
  { member: 'rejectNetwork', unseen: 'a person who declines to switch is believed' },
]

const ofRestoring: readonly HarnessNeed<ConnectorHarnessMember>[] = [
  { member: 'forget', unseen: 'a page that the wallet has forgotten asks the person at a reload' },
]

/** Every part that a harness may lack. */
export const connectorMembers = [...always, ...ofNetworks, ...ofRestoring].map(({ member }) => member)

/** Checks that what the other tests need is there, so that none is left out unsaid. */
export function testHarness({ test, options }: ConnectorTests): void {
  test('harness', 'the harness can do what the other tests need', async ({ harness, networkIds }) => {
    const needs = [
      ...always,
      ...(networkIds.length > 1 ? ofNetworks : []),
      ...(harness.connector.restore ? ofRestoring : []),
    ]
    checkHarness(needs, (member) => harness[member] !== undefined, options.lacks ?? [])
  })
}
